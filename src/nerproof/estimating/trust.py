"""Where the estimate cannot be trusted, and why."""

from __future__ import annotations

from nerproof.estimating.shift import FEW, Estimate

WIDE = 0.25  # half of a 90 % interval
FAR = 1.0  # shift in log-odds: about 20 points around the middle
STRANGE = 0.08  # share of words by which the new text is stranger than the labelled set's own parts
ALIKE, TWINS = 1.5, 3.0  # log-odds by which agreement is above the score
FOREIGN = 0.1  # share of predictions in the new text whose types the labelled set lacks


def verdict(one: Estimate, foreign: float = 0.0) -> tuple[str, str]:
    """``estimate``, ``careful`` or ``cannot tell``, and the reason."""
    if min(one.n_new, one.n_labelled) < FEW:
        return "cannot tell", f"fewer than {FEW} mentions in one of the two texts"
    if foreign > FOREIGN:
        return (
            "cannot tell",
            f"{100 * foreign:.0f} % of its predictions there are of types the labelled set lacks",
        )
    if not one.opinions:
        return "cannot tell", f"no other system differs from it and has {FEW} mentions or more in both texts"
    if one.gap < -TWINS:
        return "cannot tell", "the other systems say nearly the same as it, right or wrong: they are no second opinion"
    if (one.high_90 - one.low_90) / 2 > WIDE:
        return "cannot tell", f"the 90 % interval is wider than {200 * WIDE:.0f} points"
    if one.gap < -ALIKE:
        return "careful", "the systems agree far more with each other than with gold: shared errors stay unseen"
    if one.distance > STRANGE:
        return (
            "careful",
            "the words of the new text are strange to the labelled set: another domain, where the method errs more",
        )
    if abs(one.shift) > FAR:
        return "careful", "agreement has changed a lot: another domain, where the method errs more"
    return "estimate", ""
