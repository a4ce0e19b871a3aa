//! The fields of rules that decide a game, from which fingerprints are made.

/// Debug output of the fields that decide a game in which every possible claim is made: fingerprints
/// are made from it. Fields after `unless default` are left out where they have their default, so that
/// fingerprints do not depend on what rules do not use.
macro_rules! debug_deciding_fields {
    ($name:ident: $($field:ident),+ $(; unless default: $($rare:ident),+)?) => {
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut fields = f.debug_struct(stringify!($name));
                $(fields.field(stringify!($field), &self.$field);)+
                $($(if !$crate::deciding_fields::is_default(&self.$rare) {
                    fields.field(stringify!($rare), &self.$rare);
                })+)?
                fields.finish()
            }
        }
    };
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(crate) use debug_deciding_fields;
