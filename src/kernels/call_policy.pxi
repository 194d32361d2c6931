# How seats call by a mixture of conditional logit policies, and the calls drawn from it: included by _kernels.pyx.

cdef enum:
    MAX_CALLS = 256

MOST_CALLS = MAX_CALLS


def call_chances(
    double[:, ::1] chances,
    const int64_t[::1] kinds,
    const int64_t[::1] layouts,
    const double[:, :, ::1] features,
    const double[:, :, ::1] agreed,
    const uint8_t[::1] told,
    const double[:, :, ::1] intercepts,
    const double[:, :, :, ::1] slopes,
    const double[::1] weights,
):
    """The probability of every call in each row, by a mixture of softmax policies.

    The utility of a call is an intercept, by kind of state, plus the features of the hand times their slopes.

    Parameters
    ----------
    chances : float64, shape (rows, calls), C-contiguous
        Written; 0 where a call is not legal. Call 0 is a pass.
    kinds, layouts : int64, shape (rows,)
        Of each row its kind of state and its layout.
    features : float64, shape (layouts, calls, features)
    agreed : float64, shape (2, layouts, calls - 1), or without elements
        What conventions add to the utility of each bid, by `told` of the kind.
    told : uint8, shape (kinds,)
    intercepts : float64, shape (kinds, policies, calls)
        Minus infinity where a call is not legal; one is in every kind.
    slopes : float64, shape (kinds, policies, 2, features)
        Of passes, then of bids.
    weights : float64, shape (policies,)
        Of each policy in the mixture.
    """
    cdef Py_ssize_t row, kind, layout, call, policy, each, calls = chances.shape[1]
    cdef Py_ssize_t policies = weights.shape[0], numbers = features.shape[2]
    cdef double utilities[MAX_CALLS]
    cdef double most, total, utility
    cdef bint with_agreed = agreed.shape[1] > 0
    if (not 1 <= calls <= MAX_CALLS or kinds.shape[0] != chances.shape[0] or layouts.shape[0] != chances.shape[0]
            or features.shape[1] != calls or intercepts.shape[2] != calls or intercepts.shape[1] != policies
            or slopes.shape[0] != intercepts.shape[0] or slopes.shape[1] != policies or slopes.shape[2] != 2
            or slopes.shape[3] != numbers or told.shape[0] != intercepts.shape[0]
            or (with_agreed and (agreed.shape[0] != 2 or agreed.shape[1] != features.shape[0]
                                 or agreed.shape[2] != calls - 1))):
        raise ValueError("call_chances: the shapes of the arrays do not agree")
    for row in range(chances.shape[0]):
        if not (0 <= kinds[row] < intercepts.shape[0] and 0 <= layouts[row] < features.shape[0]):
            raise ValueError("call_chances: there is no such kind or layout")
    with nogil:
        for row in range(chances.shape[0]):
            kind, layout = kinds[row], layouts[row]
            for call in range(calls):
                chances[row, call] = 0
            for policy in range(policies):
                if weights[policy] == 0:
                    continue
                most = -INFINITY
                for call in range(calls):
                    if intercepts[kind, policy, call] == -INFINITY:
                        continue
                    utility = intercepts[kind, policy, call]
                    for each in range(numbers):
                        utility += slopes[kind, policy, 1 if call else 0, each] * features[layout, call, each]
                    if with_agreed and call:
                        utility += agreed[1 if told[kind] else 0, layout, call - 1]
                    utilities[call] = utility
                    most = max(most, utility)
                total = 0
                for call in range(calls):
                    if intercepts[kind, policy, call] == -INFINITY:
                        continue
                    utilities[call] = exp(utilities[call] - most)
                    total += utilities[call]
                for call in range(calls):
                    if intercepts[kind, policy, call] != -INFINITY:
                        chances[row, call] += weights[policy] * utilities[call] / total

def draw_calls(const double[:, ::1] chances, const double[::1] uniforms, int64_t[::1] calls):
    """Draw a call in each row, by inversion of its cumulative distribution, and write it to `calls`.

    `chances`, of shape (rows, calls), are not all 0 in any row; `uniforms` are from 0 to 1.
    """
    cdef Py_ssize_t row, call
    cdef double total, drawn
    if uniforms.shape[0] != chances.shape[0] or calls.shape[0] != chances.shape[0]:
        raise ValueError("draw_calls: the shapes of the arrays do not agree")
    with nogil:
        for row in range(chances.shape[0]):
            total = 0
            for call in range(chances.shape[1]):
                total += chances[row, call]
            drawn = uniforms[row] * total
            total = 0
            for call in range(chances.shape[1]):
                # Rounding may leave the number drawn at the total: then it is the last call that has a chance.
                if chances[row, call] > 0:
                    calls[row] = call
                total += chances[row, call]
                if total > drawn:
                    break


def normal_cdf(const double[::1] values, double[::1] found):
    """The cumulative distribution function of the standard normal distribution, written to `found`."""
    cdef Py_ssize_t row
    if found.shape[0] != values.shape[0]:
        raise ValueError("normal_cdf: the shapes of the arrays do not agree")
    with nogil:
        for row in range(values.shape[0]):
            found[row] = 0.5 * erfc(-values[row] / sqrt(2.0))
