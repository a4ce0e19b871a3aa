//! Search parameters: margins, reductions and windows that are tuned by games.
//!
//! One table gives each parameter its name, default, bounds and step; the search, the readers of
//! experiments and the tuner all use it.

use crate::input::Renamed;

/// A search parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchParam {
    /// Its name in files.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// Its default value.
    pub default: i32,
    /// Its minimum.
    pub min: i32,
    /// Its maximum.
    pub max: i32,
    /// The perturbation of the last step of SPSA.
    pub step: i32,
}

macro_rules! search_params {
    ($($(#[doc = $description:literal])+ $name:ident = $default:literal, $min:literal..=$max:literal, $step:literal;)+) => {
        /// The values of all search parameters.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct SearchParams {
            $($(#[doc = $description])+ pub $name: i32,)+
        }

        impl SearchParams {
            /// All parameters, in a fixed order.
            pub const ALL: &'static [SearchParam] = &[
                $(SearchParam {
                    name: stringify!($name),
                    description: concat!($($description),+).trim_ascii(),
                    default: $default,
                    min: $min,
                    max: $max,
                    step: $step,
                },)+
            ];

            /// The names and values of those that differ from their defaults.
            pub fn own(&self) -> impl Iterator<Item = (&'static str, i32)> {
                let all = [$((stringify!($name), self.$name, $default),)+];
                all.into_iter()
                    .filter_map(|(name, value, default)| (value != default).then_some((name, value)))
            }

            fn value_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }

        impl Default for SearchParams {
            fn default() -> SearchParams {
                SearchParams { $($name: $default,)+ }
            }
        }
    };
}

search_params! {
    /// Half width of the aspiration window, in centipawns.
    aspiration_window = 30, 5..=300, 6;
    /// Reverse futility margin per remaining ply, in centipawns.
    rfp_margin = 92, 20..=400, 12;
    /// The reverse futility margin is lower by this where the evaluation improves, in centipawns.
    rfp_improving = 40, 0..=300, 12;
    /// Razoring margin per remaining ply, in centipawns.
    razor_margin = 202, 40..=1000, 25;
    /// Base reduction of the null-move search, in plies.
    nmp_base = 3, 1..=6, 1;
    /// The null-move search is reduced by one more ply per this many plies of depth.
    nmp_depth_divisor = 5, 2..=20, 1;
    /// The null-move search is reduced by one more ply per this many centipawns above beta.
    nmp_eval_divisor = 196, 40..=1000, 30;
    /// The null-move search needs a static evaluation this far above beta, less for each ply of depth and where the
    /// evaluation improves, in centipawns.
    nmp_margin = -30_000, -30_000..=1000, 20;
    /// ProbCut margin above beta, in centipawns.
    probcut_margin = 189, 40..=1000, 20;
    /// Late move pruning: quiet moves searched near the leaves, besides the depth squared.
    lmp_base = 4, 1..=40, 2;
    /// Whether moves that were pruned count where late moves are pruned and reduced: 0 or 1.
    lmp_counts_pruned = 0, 0..=1, 1;
    /// Base futility margin of a quiet move, in centipawns.
    futility_base = 70, 0..=500, 20;
    /// Futility margin per remaining ply, in centipawns.
    futility_margin = 89, 10..=400, 12;
    /// Quiet moves are pruned whose history is worse than this per remaining ply.
    history_margin = 3299, 500..=60000, 300;
    /// Quiet moves are pruned that lose more than this times the squared depth, in centipawns.
    see_quiet_margin = 18, 5..=1000, 4;
    /// Captures are pruned that lose more than this per remaining ply, in centipawns.
    see_noisy_margin = 106, 0..=1000, 10;
    /// Base late move reduction, in 256ths of a ply.
    lmr_base = 141, 0..=1024, 32;
    /// Late move reduction per log2(depth) · log2(move number), in 256ths of a ply.
    lmr_slope = 65, 0..=256, 6;
    /// Late moves are reduced by one ply less per this much history.
    lmr_history_divisor = 7240, 1000..=60000, 800;
    /// Additional reduction where a cutoff is expected, in 256ths of a ply.
    lmr_cut_node = 127, 0..=1024, 32;
    /// Additional reduction where the evaluation does not improve, in 256ths of a ply.
    lmr_not_improving = 195, 0..=1024, 32;
    /// Additional reduction where more than three of the moves before were refuted by a cutoff, in 256ths of a ply.
    lmr_cutoffs = 0, 0..=1024, 32;
    /// A quiet move after which all moves fail low has this share of the bonus of a cutoff, in 256ths.
    fail_low_bonus = 0, 0..=512, 32;
    /// Singular extension: margin below the score of the hash move per ply of depth, in 16ths of a
    /// centipawn.
    singular_margin = 34, 0..=400, 4;
    /// Singular extensions from this depth on.
    singular_depth = 5, 2..=100, 1;
    /// A move that is better than all others by this much more is extended by two plies, in centipawns.
    double_margin = 17, 0..=1000, 4;
    /// Share of the correction history that counts, in 128ths.
    correction_weight = 30, 0..=512, 8;
    /// Delta pruning margin in quiescence, in centipawns.
    delta_margin = 81, 0..=800, 25;
}

/// Search parameters that had other names before version 0.2.
pub const RENAMED_PARAMS: Renamed<'_> = Renamed(&[
    ("window", "aspiration_window"),
    ("reverse_margin", "rfp_margin"),
    ("null_base", "nmp_base"),
    ("null_depth", "nmp_depth_divisor"),
    ("null_margin", "nmp_eval_divisor"),
    ("late_moves", "lmp_base"),
    ("reduction_base", "lmr_base"),
    ("reduction_slope", "lmr_slope"),
    ("reduction_history", "lmr_history_divisor"),
    ("quiescence_margin", "delta_margin"),
]);

impl SearchParams {
    /// The names of all parameters, in the order of [`SearchParams::ALL`].
    pub fn names() -> Vec<&'static str> {
        SearchParams::ALL.iter().map(|param| param.name).collect()
    }

    /// Sets a parameter by name.
    ///
    /// # Errors
    /// The name is unknown, or the value is out of bounds; the text says what would be right.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), String> {
        let Some(param) = SearchParams::ALL.iter().find(|param| param.name == name) else {
            let names = SearchParams::names().join(", ");
            return Err(format!(
                "there is no search parameter `{name}`; there are {names}"
            ));
        };
        if !(param.min..=param.max).contains(&value) {
            return Err(format!(
                "`{name}` is {value}; write a number from {} to {}",
                param.min, param.max
            ));
        }
        if let Some(place) = self.value_mut(name) {
            *place = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is off by default, and at its minimum.
    const OFF: [&str; 4] = [
        "nmp_margin",
        "lmp_counts_pruned",
        "lmr_cutoffs",
        "fail_low_bonus",
    ];

    #[test]
    fn every_parameter_can_be_set_within_its_bounds() {
        for param in SearchParams::ALL {
            let mut params = SearchParams::default();
            assert!(params.set(param.name, param.default).is_ok());
            assert_eq!(params, SearchParams::default(), "{}", param.name);
            assert!(params.set(param.name, param.max).is_ok());
            assert_ne!(params, SearchParams::default(), "{}", param.name);
            assert!(params.set(param.name, param.max + 1).is_err());
            assert!(params.set(param.name, param.min - 1).is_err());
            let is_off = OFF.contains(&param.name) && param.default == param.min;
            assert!(param.step > 0 && (param.min < param.default || is_off));
            assert!(param.default < param.max);
        }
        assert!(SearchParams::default().set("speed", 1).is_err());
    }

    #[test]
    fn renamed_parameters_exist_under_their_new_names_only() {
        let exists = |name: &str| SearchParams::ALL.iter().any(|param| param.name == name);
        for (old, new) in RENAMED_PARAMS.0 {
            assert!(!exists(old) && exists(new), "{old} {new}");
        }
    }
}
