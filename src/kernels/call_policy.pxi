# How seats call by a mixture of two softmax policies, and the calls drawn from it: included by _kernels.pyx.

cdef enum:
    MAX_CALLS = 256

MOST_CALLS = MAX_CALLS


def call_chances(
    double[:, ::1] chances,
    const int64_t[::1] kinds,
    const int64_t[::1] layouts,
    const double[::1] strengths,
    const double[:, ::1] bids,
    const double[:, :, ::1] agreed,
    const uint8_t[::1] told,
    const double[:, ::1] intercepts,
    const double[:, ::1] slopes,
    double weight,
    double pass_value,
    double temperature,
    double cautious_temperature,
):
    """The probability of every call in each row, by a mixture of two softmax policies.

    One policy is by action values, an intercept and a slope on a feature of each call: of a pass the strength of the
    hand, of a bid its value. The other is by the values of bids themselves, and by one value of a pass.

    Parameters
    ----------
    chances : float64, shape (rows, calls), C-contiguous
        Written; 0 where a call is not legal. Call 0 is a pass.
    kinds, layouts : int64, shape (rows,)
        Of each row its kind of state and its layout.
    strengths : float64, shape (layouts,)
    bids : float64, shape (layouts, calls - 1)
    agreed : float64, shape (2, layouts, calls - 1), or without elements
        What conventions add to each bid, by `told` of the kind.
    told : uint8, shape (kinds,)
    intercepts, slopes : float64, shape (kinds, calls)
        The intercept is minus infinity where a call is not legal; one is in every kind.
    weight, pass_value : float
        Of the cautious policy.
    temperature, cautious_temperature : float
    """
    cdef Py_ssize_t row, kind, layout, call, calls = chances.shape[1]
    cdef double values[MAX_CALLS]
    cdef double cautious[MAX_CALLS]
    cdef double best, most, total, other, points, feature
    cdef bint with_agreed = agreed.shape[1] > 0
    if (not 1 <= calls <= MAX_CALLS or kinds.shape[0] != chances.shape[0] or layouts.shape[0] != chances.shape[0]
            or bids.shape[1] != calls - 1 or bids.shape[0] != strengths.shape[0] or intercepts.shape[1] != calls or slopes.shape[1] != calls
            or slopes.shape[0] != intercepts.shape[0] or told.shape[0] != intercepts.shape[0]
            or (with_agreed and (agreed.shape[0] != 2 or agreed.shape[1] != bids.shape[0]
                                 or agreed.shape[2] != calls - 1))):
        raise ValueError("call_chances: the shapes of the arrays do not agree")
    for row in range(chances.shape[0]):
        if not (0 <= kinds[row] < intercepts.shape[0] and 0 <= layouts[row] < bids.shape[0]):
            raise ValueError("call_chances: there is no such kind or layout")
    with nogil:
        for row in range(chances.shape[0]):
            kind, layout = kinds[row], layouts[row]
            best = most = -INFINITY
            for call in range(calls):
                if intercepts[kind, call] == -INFINITY:
                    continue
                feature = bids[layout, call - 1] if call else strengths[layout]
                points = 0
                if with_agreed and call:
                    points = agreed[1 if told[kind] else 0, layout, call - 1]
                values[call] = intercepts[kind, call] + slopes[kind, call] * feature + points
                cautious[call] = feature + points if call else pass_value
                best, most = max(best, values[call]), max(most, cautious[call])
            total = other = 0
            for call in range(calls):
                if intercepts[kind, call] == -INFINITY:
                    continue
                values[call] = exp((values[call] - best) / temperature)
                cautious[call] = exp((cautious[call] - most) / cautious_temperature)
                total += values[call]
                other += cautious[call]
            for call in range(calls):
                if intercepts[kind, call] == -INFINITY:
                    chances[row, call] = 0
                else:
                    chances[row, call] = (1 - weight) * (values[call] / total) + weight * (cautious[call] / other)


def draw_calls(const double[:, ::1] chances, const double[::1] uniforms, int64_t[::1] calls):
    """Draw a call in each row, by inversion of its cumulative distribution.

    Parameters
    ----------
    chances : float64, shape (rows, calls), C-contiguous
        Not all 0 in any row.
    uniforms : float64, shape (rows,)
        From 0 to 1.
    calls : int64, shape (rows,)
        Written.
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
