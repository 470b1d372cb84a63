"""Levels of privacy of released CSV files, computed by pyCANON (github.com/IFCA-Advanced-Computing/pycanon).

Nothing of pyCANON is in this project: it is imported from the checkout that is first on PYTHONPATH. Takes and gives the
same JSON as levels_by_pandas.py. What is done to the tables before pyCANON sees them, and why:

- suppressed rows are taken out, since they would be a class of their own;
- a missing cell becomes a text: pandas leaves classes with NaN out, so that their rows would be in no class;
- rows are numbered from 0, since pyCANON takes labels of rows for places;
- of two sensitive columns pyCANON reports the worst level, so each is given alone;
- it takes columns of numbers by ranks and texts by equal distances, so each column is given both ways.
"""

import json
import sys

from levels_by_pandas import in_order, read, without_suppressed
from pycanon import anonymity


def levels_of(released, grouping, name, case):
    values = in_order(released[name].unique(), case["attributes"][name]["numeric"])
    ranks = {value: rank for rank, value in enumerate(values)}
    texts = released[[*grouping]].assign(sensitive=released[name].map(lambda value: f"v{ranks[value]:06}"))
    numbers = released[[*grouping]].assign(sensitive=released[name].map(ranks))
    alpha, _ = anonymity.alpha_k_anonymity(texts, grouping, ["sensitive"])
    return {
        "distinct": int(anonymity.l_diversity(texts, grouping, ["sensitive"])),
        "entropyFloor": int(anonymity.entropy_l_diversity(texts, grouping, ["sensitive"])),
        "alpha": float(alpha),
        "equal": float(anonymity.t_closeness(texts, grouping, ["sensitive"])),
        # pyCANON divides by the number of values less one.
        "ordered": float(anonymity.t_closeness(numbers, grouping, ["sensitive"])) if len(values) > 1 else 0.0,
        "beta": float(anonymity.basic_beta_likeness(texts, grouping, ["sensitive"])),
        "enhancedBeta": float(anonymity.enhanced_beta_likeness(texts, grouping, ["sensitive"])),
        "leastShare": float(texts["sensitive"].value_counts(normalize=True).min()),
        "delta": float(anonymity.delta_disclosure(texts, grouping, ["sensitive"])),
    }


def judge(case):
    released = without_suppressed(read(case["release"], case), case).reset_index(drop=True)
    grouping = case["grouping"]
    if len(released) == 0:
        return None
    return {
        "k": int(anonymity.k_anonymity(released, grouping)),
        "ofRelease": {name: levels_of(released, grouping, name, case) for name in case["attributes"]},
    }


if __name__ == "__main__":
    json.dump([judge(case) for case in json.load(sys.stdin)], sys.stdout, allow_nan=False)
