//! Names that were others in earlier versions.

/// Names of earlier versions, each with what it is called now. Such a list stands beside the list of the names that
/// are right; what a user who wrote an old one is told stands here.
#[derive(Clone, Copy, Debug)]
pub struct Renamed<'n>(pub &'n [(&'static str, &'static str)]);

impl Renamed<'_> {
    /// No names.
    pub const NONE: Renamed<'static> = Renamed(&[]);

    /// The new name of an old one.
    pub fn new_name(self, old: &str) -> Option<&'static str> {
        let (_, new) = self.0.iter().find(|(known, _)| *known == old)?;
        Some(new)
    }

    /// The old name of a new one.
    pub fn old_name(self, new: &str) -> Option<&'static str> {
        let (old, _) = self.0.iter().find(|(_, known)| *known == new)?;
        Some(old)
    }

    /// What a user who wrote an old name is told.
    pub fn message(self, old: &str) -> Option<String> {
        let new = self.new_name(old)?;
        Some(format!("`{old}` is called `{new}` now"))
    }
}
