//! The numbers of the search that are found by trying: margins, reductions, widths.
//!
//! One table gives each of them a name, a usual value, bounds and a step; the search, the readers of
//! experiments and the tuner take them from here.

/// One number of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// What it is called in files.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Its usual value.
    pub usual: i32,
    /// The least that it may be.
    pub least: i32,
    /// The most that it may be.
    pub most: i32,
    /// How far it is moved to see a difference: the step that tuning ends with.
    pub step: i32,
}

macro_rules! parameters {
    ($($(#[doc = $meaning:literal])+ $name:ident = $usual:literal, $least:literal..=$most:literal, $step:literal;)+) => {
        /// The numbers with which a search is done.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[doc = $meaning])+ pub $name: i32,)+
        }

        impl Parameters {
            /// All of them, in a fixed order.
            pub const ALL: &'static [Parameter] = &[
                $(Parameter {
                    name: stringify!($name),
                    meaning: concat!($($meaning),+).trim_ascii(),
                    usual: $usual,
                    least: $least,
                    most: $most,
                    step: $step,
                },)+
            ];

            fn place(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $usual,)+ }
            }
        }
    };
}

parameters! {
    /// How far from the last score the next one is expected, in hundredths of a pawn.
    window = 30, 5..=300, 6;
    /// So much for each ply left a position must stand above what is needed to be cut off at once.
    reverse_margin = 90, 20..=400, 12;
    /// How many plies less are looked at after passing.
    null_base = 3, 1..=6, 1;
    /// One ply less still for so many plies left.
    null_depth = 5, 2..=20, 1;
    /// One ply less still for so many hundredths of a pawn above what is needed.
    null_margin = 200, 40..=1000, 30;
    /// How many quiet moves are looked at when few plies are left, besides the square of their number.
    late_moves = 4, 1..=40, 2;
    /// A quiet move is left out that stands so far below what is needed,
    futility_base = 100, 0..=500, 20;
    /// and so much for each ply left.
    futility_margin = 90, 10..=400, 12;
    /// The reduction of late moves, in 256ths of a ply,
    reduction_base = 154, 0..=1024, 32;
    /// and for each unit of the product of the logarithms of depth and number, in 256ths of 256ths.
    reduction_slope = 59, 0..=256, 6;
    /// A ply more or less for a move with so much history.
    reduction_history = 6000, 1000..=60000, 800;
    /// A capture is left out in quiescence that cannot come within this of the best score.
    quiescence_margin = 150, 0..=800, 25;
}

impl Parameters {
    /// Sets a number by its name.
    ///
    /// # Errors
    /// There is none with this name, or it may not be so small or large; what would be right.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), String> {
        let Some(known) = Parameters::ALL.iter().find(|known| known.name == name) else {
            let names: Vec<&str> = Parameters::ALL.iter().map(|known| known.name).collect();
            return Err(format!(
                "the search has no number `{name}`; it has {}",
                names.join(", ")
            ));
        };
        if !(known.least..=known.most).contains(&value) {
            return Err(format!(
                "`{name}` is {value}; write a number from {} to {}",
                known.least, known.most
            ));
        }
        if let Some(place) = self.place(name) {
            *place = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_can_be_set_within_its_bounds() {
        for known in Parameters::ALL {
            let mut own = Parameters::default();
            assert!(own.set(known.name, known.usual).is_ok());
            assert_eq!(own, Parameters::default(), "{}", known.name);
            assert!(own.set(known.name, known.most).is_ok());
            assert_ne!(own, Parameters::default(), "{}", known.name);
            assert!(own.set(known.name, known.most + 1).is_err());
            assert!(own.set(known.name, known.least - 1).is_err());
            assert!(known.step > 0 && known.least < known.usual && known.usual < known.most);
        }
        assert!(Parameters::default().set("speed", 1).is_err());
    }
}
