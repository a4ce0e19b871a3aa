//! Pieces of Scirocco.

use super::drawing::drawn;

#[test]
fn octopus() {
    let expected = "
        Octopus (Oc)
        · · · ■ · ■ · · ·
        · · · ■ · ■ · · ·
        · · · ■ · ■ · · ·
        ■ ■ ■ ○ · ○ ■ ■ ■
        · · · · Oc· · · ·
        ■ ■ ■ ○ · ○ ■ ■ ■
        · · · ■ · ■ · · ·
        · · · ■ · ■ · · ·
        · · · ■ · ■ · · ·";
    drawn("scirocco-2009", "Octopus", expected, "○■");
}

#[test]
fn wagon() {
    let expected = "
        Wagon (Wa)
        · · · · ◆ · · · ·
        · · · · ◆ · · · ·
        · · · · ◆ · · · ·
        · · · · □ · · · ·
        ◆ ◆ ◆ □ Wa□ ◆ ◆ ◆
        · · · · □ · · · ·
        · · · · ◆ · · · ·
        · · · · ◆ · · · ·
        · · · · ◆ · · · ·";
    drawn("scirocco-2009", "Wagon", expected, "◆□");
}

#[test]
fn genie() {
    let expected = "
        Genie (Ge)
        · · · · · · · · ·
        · ◆ · · ◆ · · ◆ ·
        · · ◆ · ◆ · ◆ · ·
        · · · ◆ ◆ ◆ · · ·
        · ◆ ◆ ◆ Ge◆ ◆ ◆ ·
        · · · ◆ ◆ ◆ · · ·
        · · ◆ · ◆ · ◆ · ·
        · ◆ · · ◆ · · ◆ ·
        · · · · · · · · ·
        Ge: igui
        ! ! !
        ! Ge!
        ! ! !";
    drawn("scirocco-2009", "Genie", expected, "◆!");
}

#[test]
fn zag() {
    let expected = "
        Zag (Za)
        ● · ^ · ●
        · ● · ● ·
        ^ · Za· ^
        · ● · ● ·
        ● · ^ · ●";
    drawn("scirocco-2009", "Zag", expected, "●^");
}

#[test]
fn dervish() {
    let expected = "
        Dervish (De)
        ● · ● · ●
        · · · · ·
        ● · De· ●
        · · · · ·
        ● · ● · ●
        De: relay of F D
        = ± =
        ± De±
        = ± =
        De: F D for a ±
        · · ● · ·
        · ● · ● ·
        ● · ± · ●
        · ● · ● ·
        · · ● · ·
        De: relay of A
        ± = ±
        = De=
        ± = ±
        De: A for a ±
        ● · · · ●
        · · · · ·
        · · ± · ·
        · · · · ·
        ● · · · ●";
    drawn("scirocco-2009", "Dervish", expected, "●±=");
}
