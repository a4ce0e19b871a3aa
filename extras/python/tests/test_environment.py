import pytest

import tradewind

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test  # noqa: E402

from tradewind.environment import env  # noqa: E402


@pytest.mark.parametrize("name", ["chess", "rococo", "hashishin-any"])
def test_pettingzoo_takes_it(name):
    api_test(env(name, max_plies=60), num_cycles=100)


def test_the_winner_is_rewarded():
    game = env(tradewind.Rules("chess"))
    game.reset(seed=1)
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        game.step(game.unwrapped.position.action(move))
    assert game.rewards == {"white": -1, "black": 1}
    assert all(game.terminations.values())
    assert game.unwrapped.infos["white"] == {"ending": "checkmate"}
