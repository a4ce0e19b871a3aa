//! Rule options given as (name, value) pairs.

/// The values of the named true/false options, in the order of `known`; an option not given is
/// false. None when an option is given that is not known, or a value other than true and false.
pub fn flags<const N: usize>(given: &[(&str, &str)], known: [&str; N]) -> Option<[bool; N]> {
    let values = choices(given, known.map(|name| (name, ["false", "true"])))?;
    Some(values.map(|value| value == "true"))
}

/// The values of the named options, in the order of `known`, which gives the two values that each
/// option can have; an option not given has the first of them. None when an option is given that is
/// not known, or a value that it cannot have.
pub fn choices<const N: usize>(
    given: &[(&str, &str)],
    known: [(&str, [&'static str; 2]); N],
) -> Option<[&'static str; N]> {
    let mut values = known.map(|(_, allowed)| allowed[0]);
    for (name, value) in given {
        let index = known.iter().position(|(k, _)| k == name)?;
        values[index] = known[index].1.into_iter().find(|v| v == value)?;
    }
    Some(values)
}
