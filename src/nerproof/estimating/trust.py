"""Where the estimate cannot be trusted, and why."""

from __future__ import annotations

from nerproof.estimating.shift import FEW, Estimate

WIDE = 0.25  # half of a 90 % interval
FAR, LEAP = 1.0, 2.0  # shift in log-odds: about 20 points around the middle; more than text ever gets easier
STRANGE = 0.08  # share of words by which the new text is stranger than the labelled set's own parts
ALIKE, TWINS = 1.5, 3.0  # log-odds by which agreement is above the score
THIN, SILENT = 0.5, 0.2  # mentions per token in the new text, as a share of those in the labelled set
FOREIGN = 0.1  # share of predictions in the new text whose types the labelled set lacks


def verdict(one: Estimate, foreign: float = 0.0, density: float = 1.0) -> tuple[str, str]:
    """``estimate``, ``careful`` or ``cannot tell``, and the reason."""
    thin = f"it finds {100 * density:.0f} % of the mentions per token that it finds in the labelled set"
    unseen = f"{thin}: what all systems miss stays unseen"
    wide = f"the 90 % interval is wider than {200 * WIDE:.0f} points"
    strange = "the words of the new text are strange to the labelled set"
    return (
        _first(
            "cannot tell",
            (min(one.n_new, one.n_labelled) < FEW, f"fewer than {FEW} mentions in one of the two texts"),
            (foreign > FOREIGN, f"{100 * foreign:.0f} % of its predictions there are of types the labelled set lacks"),
            (density < SILENT, unseen),
            (not one.opinions, f"no other system differs from it and has {FEW} mentions or more in both texts"),
            (
                one.gap < -TWINS,
                "the other systems say nearly the same as it, right or wrong: they are no second opinion",
            ),
            (one.shift > LEAP, "the systems agree far more there than on the labelled set: are they the same ones?"),
            ((one.high_90 - one.low_90) / 2 > WIDE, f"{wide} ({strange})" if one.distance > STRANGE else wide),
        )
        or _first(
            "careful",
            (one.gap < -ALIKE, "the systems agree far more with each other than with gold: shared errors stay unseen"),
            (density < THIN, unseen),
            (one.distance > STRANGE, f"{strange}: another domain, where the method errs more"),
            (abs(one.shift) > FAR, "agreement has changed a lot: another domain, where the method errs more"),
        )
        or ("estimate", "")
    )


def _first(kind: str, *reasons: tuple[bool, str]) -> tuple[str, str] | None:
    """The first reason that holds."""
    return next(((kind, why) for holds, why in reasons if holds), None)
