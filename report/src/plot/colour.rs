//! The colours of plots, for light and for dark pages.

use plotters::style::RGBColor;

/// A colour, and its replacement on a dark page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour {
    light: u32,
    dark: u32,
}

pub(super) const PAPER: Colour = Colour::new(0xFF_FF_FF, 0x16_19_1D);
pub(super) const INK: Colour = Colour::new(0x22_22_22, 0xE6_E8_EB);
pub(super) const MUTED: Colour = Colour::new(0x60_66_6E, 0xA3_AA_B3);
pub(super) const AXIS: Colour = Colour::new(0x9A_A0_A6, 0x6B_72_7B);
pub(super) const GRID: Colour = Colour::new(0xE7_E9_EC, 0x2A_2F_36);
pub(super) const BLUE: Colour = Colour::new(0x00_72_B2, 0x56_B4_E9);
pub(super) const LIGHT_BLUE: Colour = Colour::new(0x8F_B8_D2, 0x3B_6F_8F);
pub(super) const ORANGE: Colour = Colour::new(0xD5_5E_00, 0xF0_88_4A);
pub(super) const GREEN: Colour = Colour::new(0x00_7F_5F, 0x3C_C4_9A);
pub(super) const PURPLE: Colour = Colour::new(0xA8_4F_86, 0xDB_8F_BC);
pub(super) const GREY: Colour = Colour::new(0xB0_B5_BB, 0x6F_76_7F);
/// The pieces of both sides, which stay light and dark on dark pages.
pub(super) const WHITE_PIECE: Colour = Colour::new(0xFF_FD_F6, 0xF3_EF_E2);
pub(super) const BLACK_PIECE: Colour = Colour::new(0x2B_2F_36, 0x0D_0F_12);

/// The colours of a heat map, from low to high.
pub(super) const HEAT: [Colour; 6] = [
    Colour::new(0xEA_F3_FA, 0x1C_26_2F),
    Colour::new(0xD3_E6_F4, 0x20_34_43),
    Colour::new(0xB8_D7_ED, 0x25_43_59),
    Colour::new(0x9A_C7_E5, 0x2B_53_70),
    Colour::new(0x78_B4_DB, 0x31_64_88),
    Colour::new(0x54_9F_CF, 0x38_76_A1),
];

/// All colours of plots.
pub(crate) const ALL: [Colour; 19] = [
    PAPER,
    INK,
    MUTED,
    AXIS,
    GRID,
    BLUE,
    LIGHT_BLUE,
    ORANGE,
    GREEN,
    PURPLE,
    GREY,
    HEAT[0],
    HEAT[1],
    HEAT[2],
    HEAT[3],
    HEAT[4],
    HEAT[5],
    WHITE_PIECE,
    BLACK_PIECE,
];

impl Colour {
    const fn new(light: u32, dark: u32) -> Colour {
        Colour { light, dark }
    }

    /// The light colour, as drawn.
    pub(super) fn drawn(self) -> RGBColor {
        let [_, red, green, blue] = self.light.to_be_bytes();
        RGBColor(red, green, blue)
    }

    /// The colour in SVG, such as `#0072B2`.
    pub(crate) fn in_svg(self) -> String {
        format!("#{:06X}", self.light)
    }

    /// The replacement on a dark page.
    pub(crate) fn on_dark_page(self) -> String {
        format!("#{:06X}", self.dark)
    }
}
