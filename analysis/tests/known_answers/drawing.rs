//! Plots and page: complete, well formed, within their edges.
