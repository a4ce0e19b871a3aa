//! Games of a study that do not follow from its registration.

use super::folder::Folder;
use tradewind_selfplay::experiment::Experiment;
use tradewind_selfplay::record::archive::{Archive, experiment_of};
use tradewind_selfplay::run::{Control, Executor, play};

/// Files that claim to be of the exploration, with games of other seeds or other players.
#[test]
fn games_that_do_not_follow_from_the_registration_are_refused() {
    let folder = Folder::new();
    let rules = "[[rules]]\nname = \"old\"\nid = \"tiny.toml\"\n\n[[rules]]\nname = \"new\"\nid = \"other.toml\"\n";
    folder.write_experiment(
        "plan.toml",
        &[
            ("[rules]\nid = \"tiny.toml\"\n", rules),
            ("pairs = 30", "pairs = 120"),
        ],
    );
    folder.write(
        "claims.toml",
        "[[claim]]\nid = \"choice\"\ngame = \"Tiny\"\nclaim = \"The other rook leaves more to choose from.\"\n\
         source = \"these tests\"\nexperiment = \"plan\"\n\
         metric = { name = \"branching_factor\", rules = \"new\", than = \"old\" }\nabove = 0\n",
    );
    folder.write(
        "study.toml",
        "name = \"s\"\nclaims = \"claims.toml\"\nstopping = \"all pairs are played\"\n",
    );
    folder.passes("register study.toml");
    let explored = folder.passes("study study.registered.toml --out out");
    let text = folder.read("study.registered.toml");
    let hash = text
        .lines()
        .find_map(|line| line.strip_prefix("hash = \""))
        .expect("a hash");
    let own = folder.path(&format!("out/{}/exploration/plan", &hash[..12]));
    let registered = experiment_of(&own).expect("an experiment");
    let games = Archive::new(&registered, &own);
    let right = games.read(0).expect("games");
    let changes: [fn(&mut Experiment); 2] = [
        |other| other.seed += 1,
        |other| other.players[0].noise += 40,
    ];
    for change in changes {
        let mut other = registered.clone();
        change(&mut other);
        let elsewhere = tempfile::tempdir().expect("a folder");
        let archive = Archive::new(&other, elsewhere.path());
        let control = Control::new(&Executor::default());
        play(&archive, 0..other.all_pairs(), &control, &|_| {}).expect("it is played");
        games
            .write(0, &archive.read(0).expect("games"))
            .expect("it is written");
        let message = "is not what the registered experiment plays with its seed";
        folder.ends(
            2,
            "study study.registered.toml --out out --confirm",
            &[message],
        );
    }
    games.write(0, &right).expect("it is written");
    assert_eq!(
        folder.passes("study study.registered.toml --out out"),
        explored
    );
}
