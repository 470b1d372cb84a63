"""Levels of privacy of released CSV files, recounted with pandas.

A second opinion in another language: it reads the files with Python's own CSV parser, groups with `groupby`, and shares
no line with the package. Takes a list of cases as JSON on stdin, gives a list of levels as JSON on stdout. The
definitions are those of docs/privacy.md.
"""

import csv
import json
import sys

import numpy as np
import pandas as pd

MISSING = "\0missing"


def read(path, case):
    """All cells as texts; every spelling of a missing cell is one value of its own, and every spelling of a number."""
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    frame = pd.DataFrame(rows, columns=header, dtype=object)
    frame = frame.where(~frame.isin(case["missing"]), MISSING)
    for name, attribute in case["attributes"].items():
        if attribute["numeric"] and name in frame:
            frame[name] = frame[name].map(lambda text: text if text == MISSING else repr(float(text)))
    return frame


def without_suppressed(frame, case):
    """The rows of the release without those that are stars alone, where the release keeps suppressed rows so."""
    stars = (frame[case["grouping"]] == "*").all(axis=1)
    if case["starred"] == 0:
        return frame
    if stars.sum() != case["starred"]:
        raise ValueError(f"{stars.sum()} rows of stars, {case['starred']} were told")
    return frame[~stars]


def in_order(values, numeric):
    """Numbers ascending or texts by code point, and the missing value last."""
    present = [value for value in values if value != MISSING]
    return sorted(present, key=float if numeric else None) + [value for value in values if value == MISSING]


def largest(numbers):
    return float(np.max(numbers)) if len(numbers) else 0.0


def levels_of(released, grouping, name, table, case):
    """Every level of one sensitive column, with the distribution of `table`."""
    values = in_order(table.unique(), case["attributes"][name]["numeric"])
    counts = released.groupby(grouping, sort=False)[name].value_counts().unstack(fill_value=0)
    strange = set(counts.columns) - set(values)
    if strange:
        raise ValueError(f"{name} of {case['release']} has values that its table lacks: {sorted(strange)}")
    counts = counts.reindex(columns=values, fill_value=0)
    q = counts.div(counts.sum(axis=1), axis=0)
    p = table.value_counts(normalize=True).reindex(values)
    entropy = -(q * np.log(q.where(q > 0, 1))).sum(axis=1)
    falling = -np.sort(-counts.to_numpy(), axis=1)
    tails = falling[:, case["l"] - 1 :].sum(axis=1)
    gain = (q - p) / p
    is_more = q > p + 1e-12
    over = (gain - np.minimum(case["beta"], -np.log(p)))[is_more]
    steps = len(values) - 1
    ratio = np.log((q / p).where(q > 0, 1)).abs()
    own = {
        "distinct": int((counts > 0).sum(axis=1).min()),
        "entropy": float(np.exp(entropy.min())),
        "recursive": largest(falling[:, 0] / tails) if (tails > 0).all() else None,
        "alpha": largest(q.to_numpy()),
        "equal": largest((q - p).abs().sum(axis=1) / 2),
        "ordered": largest((q - p).cumsum(axis=1).abs().sum(axis=1) / steps) if steps > 0 else 0.0,
        "beta": max(0.0, largest(gain.to_numpy())),
        "enhancedHolds": not bool((over > 1e-9).to_numpy().any()),
        "delta": largest(ratio.to_numpy()),
        "deltaOfAll": largest(ratio.to_numpy()) if (q > 0).all(axis=None) else None,
    }
    if case["attributes"][name]["numeric"]:
        numbers = pd.to_numeric(released[name], errors="coerce")
        by_class = numbers.groupby([released[column] for column in grouping], sort=False)
        own["range"] = float((by_class.max() - by_class.min()).fillna(0).min())
    return own


def judge(case):
    whole = read(case["release"], case)
    released = without_suppressed(whole, case)
    original = read(case["original"], case)
    grouping = case["grouping"]
    if len(released) == 0:
        return None
    sizes = released.groupby(grouping, sort=False).size()
    names = case["attributes"]
    return {
        "k": int(sizes.min()),
        "classes": len(sizes),
        "averageRisk": len(sizes) / len(released),
        "ofRelease": {name: levels_of(released, grouping, name, whole[name], case) for name in names},
        "ofOriginal": {name: levels_of(released, grouping, name, original[name], case) for name in names},
    }


if __name__ == "__main__":
    json.dump([judge(case) for case in json.load(sys.stdin)], sys.stdout, allow_nan=False)
