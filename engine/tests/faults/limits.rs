//! Files that are larger than any game: each is refused at once, with the limit.

use crate::{TINY, faults, folder, refused};
use std::fmt::Write as _;
use std::path::Path;
use tradewind_engine::input::Fault;
use tradewind_engine::rules::{self, RuleError};

fn first(text: &str) -> Fault {
    let all = faults(&[("case.toml", text)], "case.toml");
    all.into_iter().next().expect("a fault")
}

/// A text that extends `tiny.toml`, with lines made by number.
fn many(count: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = "extends = \"tiny.toml\"\n".to_string();
    for at in 0..count {
        let _ = writeln!(text, "{}", line(at));
    }
    text
}

/// The first hundred faults are printed, and the number of the others.
#[test]
fn twenty_thousand_faults_are_counted() {
    for text in [
        many(20_000, |at| format!("key_{at} = 1")),
        format!(
            "extends = \"tiny.toml\"\nend = {{ {} }}\n",
            (0..20_000)
                .map(|at| format!("k{at} = 1"))
                .collect::<Vec<_>>()
                .join(", ")
        ),
        format!(
            "extends = \"tiny.toml\"\n[[piece]]\ntext = \"R\"\nmoves = \"{}\"\n",
            "y".repeat(50_000)
        ),
    ] {
        let all = faults(&[("case.toml", &text)], "case.toml");
        assert_eq!(all.len(), 101);
        assert!(all[100].message.contains("more faults"), "{}", all[100]);
        assert!(all.iter().all(|fault| fault.to_string().len() < 2_000));
    }
}

/// A letter as the symbol of a piece, counted.
fn symbol(at: usize) -> String {
    let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
    format!("X{}{}{}", letter(at / 676), letter(at / 26), letter(at))
}

#[test]
fn numbers_of_things_have_limits() {
    let words = |count: usize| vec!["W"; count].join(" ");
    let cases = [
        (
            many(300, |at| {
                format!(
                    "[[piece]]\nname = \"x\"\ntext = \"{}\"\nmoves = \"W\"",
                    symbol(at)
                )
            }),
            "piece types are too many",
            "at most 120",
        ),
        (
            many(1, |_| {
                format!("[[piece]]\ntext = \"R\"\nmoves = \"{}\"", words(61))
            }),
            "61 words of Betza notation",
            "at most 60",
        ),
        (
            many(50, |at| {
                format!(
                    "[[piece]]\nname = \"x\"\ntext = \"{}\"\nmoves = \"{}\"",
                    symbol(at),
                    words(50)
                )
            }),
            "words of Betza notation",
            "at most 2000",
        ),
        (
            many(1, |_| {
                format!(
                    "[[piece]]\ntext = \"R\"\npowers = [{}]",
                    vec!["{ power = \"igui\", targets = \"W\" }"; 33].join(", ")
                )
            }),
            "33 powers of a piece",
            "at most 32",
        ),
        (
            many(1, |_| {
                format!(
                    "[[piece]]\ntext = \"P\"\npromotes = [{}]",
                    vec!["\"R\""; 241].join(", ")
                )
            }),
            "241 promotions of a piece",
            "at most 240",
        ),
        (
            many(1_001, |_| {
                "[[array]]\nrows = [\"P P P P\", \"R - K R\"]\nblack = \"mirrored\"".to_string()
            }),
            "1001 [[array]] tables",
            "at most 1000",
        ),
        (
            many(65, |at| {
                format!(
                    "[option.o{at}]\nhelp = \"x\"\ndefault = false\nwhen.true.end.bare = \"loses\""
                )
            }),
            "options are too many",
            "at most 64",
        ),
        (
            many(2, |at| {
                let values = (0..200).map(|value| format!("when.v{value}.end.bare = \"loses\"\n"));
                let values: String = values.collect();
                format!("[option.o{at}]\nhelp = \"x\"\ndefault = false\n{values}")
            }),
            "too many values",
            "at most 256",
        ),
    ];
    for (text, message, remedy) in cases {
        let all = faults(&[("case.toml", &text)], "case.toml");
        let found = (all.iter())
            .any(|fault| fault.message.contains(message) && fault.remedy.contains(remedy));
        assert!(found, "{message}: {}", all[0]);
    }
}

/// With their exchanges they would be three hundred million.
#[test]
fn arrays_are_counted_before_they_are_made() {
    let exchanges: Vec<String> = (0..20)
        .map(|at| {
            format!(
                "\"{}1 {}2\"",
                ['a', 'b', 'c', 'd'][at % 4],
                ['a', 'b', 'c', 'd'][at % 4]
            )
        })
        .collect();
    let exchange = exchanges.join(", ");
    for tables in [2, 300, 1_000] {
        let text = many(tables, |_| {
            format!(
                "[[array]]\nrows = [\"P P P P\", \"R - K R\"]\nblack = \"mirrored\"\nexchange = [{exchange}]"
            )
        });
        let fault = first(&text);
        let count = (tables as u64) << 20;
        assert!(
            fault.message.contains(&format!("these are {count} arrays")),
            "{fault}"
        );
        assert!(fault.remedy.contains("at most 1048576"), "{fault}");
    }
}

#[test]
fn chains_of_files_have_an_end() {
    let files: Vec<(String, String)> = (0..40)
        .map(|at| {
            (
                format!("f{at}.toml"),
                format!("extends = \"f{}.toml\"\n", at + 1),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = (files.iter())
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let all = faults(&files, "f0.toml");
    assert_eq!(all.len(), 1);
    assert!(
        all[0].message.contains("the 32th file in a chain"),
        "{}",
        all[0]
    );
    assert!(all[0].file.ends_with("f31.toml"), "{}", all[0]);
}

#[test]
fn files_have_a_size_and_are_regular() {
    let large = format!("{TINY}#{}\n", "x".repeat(1 << 20));
    match refused(&[("case.toml", &large)], "case.toml") {
        RuleError::Unreadable { cause, .. } => {
            assert!(
                cause.to_string().contains("larger than 1048576 bytes"),
                "{cause}"
            );
        }
        other => panic!("{other}"),
    }
    let folder = folder(&[("case.toml", "extends = \"link.toml\"\n")]);
    let zero = Path::new("/dev/zero");
    if zero.exists() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(zero, folder.path().join("link.toml")).expect("a link");
        let path = folder.path().join("case.toml").display().to_string();
        let said = rules::load(&path, &[])
            .expect_err("it has no end")
            .to_string();
        assert!(
            said.contains("case.toml:1:11") && said.contains("not a regular file"),
            "{said}"
        );
    }
}

/// Control sequences of terminals are not printed.
#[test]
fn control_characters_are_refused_and_not_shown() {
    for text in [
        "extends = \"tiny.toml\"\nname = \"red \\u001b[31m\"\n",
        "extends = \"tiny.toml\"\nsummary = \"two\\nlines\"\n",
        "extends = \"tiny.toml\"\nname = \"red \u{1b}[31m\"\n",
        "extends = \"tiny.toml\"\n\"\\u001b\" = 1\n",
    ] {
        let fault = first(text);
        let said = fault.to_string();
        assert!(!said.contains('\u{1b}'), "{said:?}");
    }
    let fault = first("extends = \"tiny.toml\"\nname = \"red \\u001b[31m\"\n");
    assert!(fault.message.contains("\\u001b"), "{fault}");
    let fault = first(
        "extends = \"tiny.toml\"\n[option.\"a b\"]\nhelp = \"x\"\ndefault = 1\nwhen.2.end.bare = \"loses\"\n",
    );
    assert!(
        fault
            .message
            .contains("`a b` cannot be the name of an option"),
        "{fault}"
    );
}
