//! Rule options given as (name, value) pairs.

/// The values of the named true/false options, in the order of `known`; an option not given is
/// false. None when an option is given that is not known, or a value other than true and false.
pub fn flags<const N: usize>(given: &[(&str, &str)], known: [&str; N]) -> Option<[bool; N]> {
    let mut values = [false; N];
    for (name, value) in given {
        let index = known.iter().position(|k| k == name)?;
        values[index] = match *value {
            "true" => true,
            "false" => false,
            _ => return None,
        };
    }
    Some(values)
}
