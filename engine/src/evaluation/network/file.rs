//! A network as a table of a weights file: its shape, and its parameters as compressed base64.

use super::{Network, Role, Shape};
use crate::board::MAX_SQUARES;
use crate::input::integer;
use crate::rules::RuleSpec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::fmt::Write as _;
use toml::de::{DeTable, DeValue};

/// The table of a weights file that holds a network.
pub(in super::super) const NETWORK: &str = "network";
/// The key of the number of royal buckets.
const ROYAL_BUCKETS: &str = "royal_buckets";
/// The compression level, from 1 to 10: 9 takes three times as long as 6.
const COMPRESSION: u8 = 6;
/// The remedy for a table that nobody writes by hand.
const REMEDY: &str = "take the whole file as `tune network` wrote it, or leave [network] out";

impl Network {
    /// The table of a weights file.
    pub fn to_toml(&self) -> String {
        self.table(&compress_to_vec_zlib(&self.bytes(), COMPRESSION))
    }

    /// The whole network as one text: equal texts mean equal networks. The parameters are not
    /// compressed, so that the text depends on no library.
    pub fn fingerprint_text(&self) -> String {
        self.table(&self.bytes())
    }

    /// The table of a weights file, with the bytes of the parameters.
    fn table(&self, numbers: &[u8]) -> String {
        let shape = &self.shape;
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let pieces: Vec<String> = shape.pieces.iter().map(|piece| quoted(piece)).collect();
        let mut text = format!("[{NETWORK}]\n");
        let mut put = |key: &str, value: String| {
            let _ = writeln!(text, "{key:<7} = {value}");
        };
        put("rules", quoted(&self.rules));
        put("role", format!("\"{}\"", self.role.name()));
        put("board", format!("[{}, {}]", shape.files, shape.ranks));
        put("pieces", format!("[{}]", pieces.join(", ")));
        put("hidden", shape.hidden.to_string());
        put("buckets", shape.buckets.to_string());
        if shape.royal_buckets > 1 {
            put(ROYAL_BUCKETS, shape.royal_buckets.to_string());
        }
        put("scale", self.scale.to_string());
        put("numbers", format!("\"{}\"", STANDARD.encode(numbers)));
        text
    }

    /// Parses the table of a weights file for a rule set.
    ///
    /// # Errors
    /// The table is wrong, or the network was made for other rules.
    pub(in super::super) fn of_rules(
        spec: &RuleSpec,
        table: &DeTable<'_>,
    ) -> Result<Network, String> {
        let network = Network::read(table)?;
        network.check(spec).map(|()| network)
    }

    /// Parses the table of a weights file.
    ///
    /// # Errors
    /// The table is wrong.
    fn read(table: &DeTable<'_>) -> Result<Network, String> {
        let faulty = |key: &str| format!("[{NETWORK}] has no readable `{key}`; {REMEDY}");
        let value = |key: &str| {
            let found = table.get(key).map(|value| value.get_ref());
            found.ok_or_else(|| faulty(key))
        };
        let text = |key: &str| {
            let text = value(key)?.as_str().map(str::to_string);
            text.ok_or_else(|| faulty(key))
        };
        let list = |key: &str| value(key)?.as_array().ok_or_else(|| faulty(key));
        let number = |key: &str, value: &DeValue<'_>| {
            let number = integer(value).and_then(|number| usize::try_from(number).ok());
            number.ok_or_else(|| faulty(key))
        };
        let whole = |key: &str| number(key, value(key)?);
        let board: Result<Vec<usize>, String> = (list("board")?.iter())
            .map(|item| number("board", item.get_ref()))
            .collect();
        let pieces: Option<Vec<String>> = (list("pieces")?.iter())
            .map(|item| item.get_ref().as_str().map(str::to_string))
            .collect();
        let [files, ranks] = board?[..] else {
            return Err(faulty("board"));
        };
        let shape = Shape {
            files,
            ranks,
            pieces: pieces.ok_or_else(|| faulty("pieces"))?,
            hidden: whole("hidden")?,
            buckets: whole("buckets")?,
            // The default is 1.
            royal_buckets: match value(ROYAL_BUCKETS) {
                Ok(value) => number(ROYAL_BUCKETS, value)?,
                Err(_) => 1,
            },
        };
        let sizes = 1..=MAX_SQUARES;
        let is_board =
            sizes.contains(&files) && sizes.contains(&ranks) && files * ranks <= MAX_SQUARES;
        for (key, is_right) in [
            ("board", is_board),
            ("pieces", shape.pieces.len() <= usize::from(u8::MAX)),
            ("hidden", Shape::HIDDEN.contains(&shape.hidden)),
            ("buckets", Shape::BUCKETS.contains(&shape.buckets)),
            (
                ROYAL_BUCKETS,
                Shape::ROYAL_BUCKETS.contains(&shape.royal_buckets),
            ),
        ] {
            if !is_right {
                return Err(faulty(key));
            }
        }
        let scale = i32::try_from(whole("scale")?).unwrap_or(0);
        if !(1..=Network::MAX_SCALE).contains(&scale) {
            return Err(faulty("scale"));
        }
        let role = Role::named(&text("role")?).ok_or_else(|| faulty("role"))?;
        let rules = text("rules")?;
        let packed = STANDARD.decode(text("numbers")?);
        let packed = packed.map_err(|_| faulty("numbers"))?;
        let size = shape.bytes();
        let bytes = decompress_to_vec_zlib_with_limit(&packed, size);
        let bytes = bytes.map_err(|_| faulty("numbers"))?;
        if bytes.len() != size {
            return Err(format!(
                "the `numbers` of [{NETWORK}] are {} bytes, and its size says {size}; {REMEDY}",
                bytes.len()
            ));
        }
        let network = Network::of_bytes(shape, role, scale, rules, &bytes);
        if network.is_in_range() {
            return Ok(network);
        }
        Err(format!(
            "the `numbers` of [{NETWORK}] are larger than training makes them; {REMEDY}"
        ))
    }

    /// The parameters: the low bytes of those of 16 bits, their high bytes, then those of 32 bits.
    fn bytes(&self) -> Vec<u8> {
        let short = || self.rows.iter().chain(&self.biases).chain(&self.output);
        let low = short().map(|number| number.to_le_bytes()[0]);
        let high = short().map(|number| number.to_le_bytes()[1]);
        let long = self
            .output_biases
            .iter()
            .flat_map(|number| number.to_le_bytes());
        low.chain(high).chain(long).collect()
    }

    fn of_bytes(shape: Shape, role: Role, scale: i32, rules: String, bytes: &[u8]) -> Network {
        let (rows, biases, output) = shape.short();
        let short = rows + biases + output;
        let (low, rest) = bytes.split_at(short);
        let (high, long) = rest.split_at(short);
        let mut numbers =
            (low.iter().zip(high)).map(|(&low, &high)| i16::from_le_bytes([low, high]));
        let mut take = |count: usize| -> Vec<i16> { numbers.by_ref().take(count).collect() };
        Network {
            rows: take(rows),
            biases: take(biases),
            output: take(output),
            output_biases: (long.chunks_exact(4))
                .map(|bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
                .collect(),
            shape,
            role,
            scale,
            rules,
        }
    }
}

impl Shape {
    /// The numbers of 16-bit parameters: rows, biases and output weights.
    fn short(&self) -> (usize, usize, usize) {
        let output = 2 * self.hidden * self.buckets;
        (self.inputs() * self.hidden, self.hidden, output)
    }

    /// The size of all parameters. An output bias has 32 bits.
    fn bytes(&self) -> usize {
        let (rows, biases, output) = self.short();
        2 * (rows + biases + output) + 4 * self.buckets
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluation::Weights;
    use crate::evaluation::network::{Network, Parameters, Role, Shape};
    use crate::rules::load;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use std::path::Path;

    fn chess_text(role: Role, royal_buckets: usize) -> (Weights, String) {
        let spec = load("chess", &[]).expect("chess");
        let shape = Shape::of(&spec, 32, 2).with_royal_buckets(royal_buckets);
        // Numbers of both signs, beyond the bounds too.
        let numbers = |count: usize| (0..count).map(|at| (at % 97) as f32 / 20.0 - 2.4).collect();
        let learned = Parameters {
            rows: numbers(shape.inputs() * 32),
            biases: numbers(32),
            output: numbers(2 * 2 * 32),
            output_biases: vec![-0.25, 3.0],
        };
        let network = Network::new(shape, role, 320, spec.title(), &learned);
        let weights = Weights::starting(&spec).with_network(&network, 40.0);
        let text = weights.to_toml(&spec);
        (weights, text)
    }

    #[test]
    fn the_fingerprint_depends_on_every_parameter_but_not_on_compression() {
        let (weights, text) = chess_text(Role::Alone, 1);
        let network = weights.network.expect("a network");
        let text_of_all = network.fingerprint_text();
        let bytes = STANDARD.decode(text_of_all.split('"').rev().nth(1).expect("numbers"));
        assert_eq!(bytes.expect("base64"), network.bytes());
        assert!(!text.contains(&text_of_all));
        for at in [0, network.rows.len() - 1] {
            let mut other = (*network).clone();
            other.rows[at] ^= 1;
            assert_ne!(other.fingerprint_text(), text_of_all);
        }
    }

    #[test]
    fn a_network_is_read_as_it_was_written() {
        let spec = load("chess", &[]).expect("chess");
        for (role, royal_buckets) in [(Role::Alone, 1), (Role::Added, 1), (Role::Alone, 4)] {
            let (weights, text) = chess_text(role, royal_buckets);
            let read = Weights::parse(&spec, Path::new("w.toml"), &text).expect("weights");
            assert_eq!(read.network, weights.network);
            assert_eq!(read.lazy, weights.lazy);
            let copies = spec.with_copies();
            let read = Weights::parse(&copies, Path::new("w.toml"), &text).expect("weights");
            assert_eq!(read.network, weights.network);
        }
    }

    /// Sums of larger numbers would overflow.
    #[test]
    fn numbers_beyond_those_of_training_are_refused() {
        let spec = load("chess", &[]).expect("chess");
        let network = chess_text(Role::Alone, 1).0.network.expect("a network");
        type Change = (&'static str, fn(&mut Network));
        let changes: [Change; 5] = [
            ("rows", |network| network.rows[7] = 506),
            ("biases", |network| network.biases[0] = i16::MIN),
            ("output", |network| network.output[1] = 128),
            ("output_biases", |network| {
                network.output_biases[1] = i32::MIN
            }),
            ("output_biases", |network| {
                network.output_biases[0] = 300_000
            }),
        ];
        for (what, change) in changes {
            let mut wrong = (*network).clone();
            change(&mut wrong);
            let refused = Weights::parse(&spec, Path::new("w.toml"), &wrong.to_toml());
            let said = refused.expect_err(what).to_string();
            assert!(said.contains("larger than training makes them"), "{said}");
        }
        assert!(Weights::parse(&spec, Path::new("w.toml"), &network.to_toml()).is_ok());
    }

    #[test]
    fn numbers_count_in_every_base() {
        let spec = load("chess", &[]).expect("chess");
        let (weights, text) = chess_text(Role::Alone, 1);
        let text = text.replace("scale   = 320", "scale   = 0x1_40");
        let read = Weights::parse(&spec, Path::new("w.toml"), &text).expect("weights");
        assert_eq!(read.network, weights.network);
        let value = |text: &str| {
            let text = format!("[material]\nN = {text}\n");
            let read = Weights::parse(&spec, Path::new("w.toml"), &text).expect("weights");
            read.to_toml(&spec)
        };
        assert_eq!(value("0x100"), value("256"));
        assert_eq!(value("[0b11, 2_5.5]"), value("[3, 25.5]"));
        let search = |text: &str| {
            let text = format!("[search]\nlazy = {text}\n");
            Weights::parse(&spec, Path::new("w.toml"), &text).map(|weights| weights.lazy)
        };
        assert_eq!(search("0o20").expect("a margin"), 16);
    }

    #[test]
    fn a_wrong_network_is_refused_with_what_is_wrong() {
        let (_, text) = chess_text(Role::Alone, 1);
        let numbers = text.find("numbers = \"").expect("numbers") + 11;
        let mut cut = text.clone();
        cut.truncate(text.len() - 400);
        cut.push_str("\"\n");
        let mut changed = text.clone();
        changed.replace_range(numbers + 40..numbers + 44, "AAAA");
        for (rules, text, wanted) in [
            ("shatranj", &text, "the network was made for Chess"),
            ("scirocco-2009", &text, "8 by 8 squares"),
            ("chess", &cut, "`numbers`"),
            ("chess", &changed, "`numbers`"),
            (
                "chess",
                &text.replace("hidden  = 32", "hidden  = 64"),
                "bytes",
            ),
            (
                "chess",
                &text.replace("hidden  = 32", "hidden  = 33"),
                "`hidden`",
            ),
            ("chess", &text.replace("\"alone\"", "\"both\""), "`role`"),
            (
                "chess",
                &text.replace("buckets = 2", "buckets = 2\nroyal_buckets = 2"),
                "`royal_buckets`",
            ),
            (
                "chess",
                &text.replace("scale   = 320", "scale   = 0"),
                "`scale`",
            ),
            (
                "chess",
                &text.replace("board   = [8, 8]", "board   = [8]"),
                "`board`",
            ),
        ] {
            let spec = load(rules, &[]).expect("a rule set");
            let refused = Weights::parse(&spec, Path::new("w.toml"), text);
            let said = refused.expect_err("it is wrong").to_string();
            assert!(
                said.contains("w.toml") && said.contains(wanted),
                "{wanted}: {said}"
            );
        }
    }
}
