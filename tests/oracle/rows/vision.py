"""Operators for detecting objects, and other operators on images."""

import numpy as np
from calls import Result, call, many, row, wide
from rows.conv import convolve, laid, pads


@row("vision.multibox_prior")
def multibox_prior(r):
    x = np.zeros((1, r.int(1, 3), r.int(1, 4), r.int(1, 4)), "float32")
    sizes, ratios = [r.real(0.2, 1) for _ in range(r.int(1, 3))], [r.real(0.5, 2) for _ in range(r.int(1, 3))]
    steps = [-1.0, -1.0] if r.chance(0.5) else [0.25, 0.5]
    offsets, clip = [r.choice([0.5, 0.25]), r.choice([0.5, 0.75])], r.chance(0.5)
    height, width = x.shape[2:]
    step_y, step_x = (s if s > 0 else 1 / n for s, n in zip(steps, (height, width)))
    boxes = []
    for i, j in np.ndindex(height, width):
        y, z = (i + offsets[0]) * step_y, (j + offsets[1]) * step_x
        halves = [(s * height / width / 2, s / 2) for s in sizes]
        halves += [(sizes[0] * height / width * np.sqrt(q) / 2, sizes[0] / np.sqrt(q) / 2) for q in ratios[1:]]
        boxes += [[z - w, y - h, z + w, y + h] for w, h in halves]
    value = np.array(boxes)[None]
    if clip:
        value = np.clip(value, 0, 1)
    attrs = {"sizes": sizes, "ratios": ratios, "steps": steps, "offsets": offsets, "clip": clip}
    return call([x], attrs, value, scale=4, rounds=8)


@row("vision.multibox_transform_loc")
def multibox_transform_loc(r):
    batch, classes, anchors = r.int(1, 2), r.int(2, 4), r.int(1, 6)
    probability = r.reals((batch, classes, anchors), "float32", 0, 1)
    location = r.reals((batch, anchors * 4), "float32", -1, 1)
    corner = r.reals((1, anchors, 2), "float32", 0, 0.5)
    anchor = np.concatenate([corner, corner + r.reals((1, anchors, 2), "float32", 0.125, 0.5)], 2)
    clip, threshold = r.chance(0.5), r.choice([0.01, 0.5])
    variances = [0.1, 0.1, 0.2, 0.2]
    value = np.full((batch, anchors, 6), np.nan)
    counts = np.zeros(batch, "int32")
    for i, j in np.ndindex(batch, anchors):
        best = 1 + int(np.argmax(probability[i, 1:, j]))
        score = float(probability[i, best, j])
        if score < np.float32(threshold) or score <= -1:
            continue
        left, top, right, bottom = wide(anchor)[0, j]
        px, py, pw, ph = wide(location)[i, 4 * j : 4 * j + 4]
        w, h = right - left, bottom - top
        x, y = px * variances[0] * w + (left + right) / 2, py * variances[1] * h + (top + bottom) / 2
        half_w, half_h = np.exp(pw * variances[2]) * w / 2, np.exp(ph * variances[3]) * h / 2
        box = np.array([x - half_w, y - half_h, x + half_w, y + half_h])
        value[i, counts[i]] = [best - 1, score, *(np.clip(box, 0, 1) if clip else box)]
        counts[i] += 1

    def check(got):
        if (got[1] != counts).any():
            return f"the counts are {got[1].tolist()} and not {counts.tolist()}"
        for i, count in enumerate(counts):
            # The places behind the valid boxes are open.
            error = 0.01 if r.short else 1e-5
            if not np.allclose(got[0][i, :count], value[i, :count], rtol=error, atol=error / 2):
                return f"the boxes are {got[0][i, :count].tolist()} and not {value[i, :count].tolist()}"
        return None

    attrs = {"clip": clip, "threshold": threshold, "variances": variances}
    made = many([probability, location, anchor], attrs, (value, "float32"), (counts, "int32"))
    made.statistic = check
    return made


@row("vision.get_valid_counts")
def get_valid_counts(r):
    batch, anchors = r.int(1, 2), r.int(1, 6)
    x = r.reals((batch, anchors, 6), "float32", -1, 1)
    x[..., 0] = r.integers((batch, anchors), "int32", -1, 2)
    threshold, by_class = r.choice([0.0, 0.25, -0.5]), r.chance(0.7)
    value, places = np.full(x.shape, -1.0), np.full((batch, anchors), -1)
    counts = np.zeros(batch)
    for i in range(batch):
        kept = [j for j in range(anchors) if x[i, j, 1] > threshold and (not by_class or x[i, j, 0] >= 0)]
        counts[i] = len(kept)
        value[i, : len(kept)] = x[i, kept]
        places[i, : len(kept)] = kept
    attrs = {"score_threshold": threshold, "id_index": 0 if by_class else -1, "score_index": 1}
    results = (Result(counts, "int32"), Result(value, "float32", rounds=0), Result(places, "int32"))
    return many([x, np.asarray(threshold, "float32")], attrs, *results, plain=(0, 1))


def overlap(a, b, extra=0.0):
    a, b = [(min(c[0], c[2]), min(c[1], c[3]), max(c[0], c[2]), max(c[1], c[3])) for c in (a, b)]
    w = max(0.0, min(a[2], b[2]) - max(a[0], b[0]) + extra)
    h = max(0.0, min(a[3], b[3]) - max(a[1], b[1]) + extra)
    union = sum((c[2] - c[0] + extra) * (c[3] - c[1] + extra) for c in (a, b)) - w * h
    return w * h / union if union > 0 else 0.0


def boxes_of(r, shape):
    """Boxes whose corners are multiples of 1/8, so their overlaps are exact up to the quotient."""
    corner = r.integers((*shape, 2), "int32", 0, 8).astype("float32") / np.float32(8)
    size = r.integers((*shape, 2), "int32", 2, 6).astype("float32") / np.float32(8)
    return np.concatenate([corner, corner + size], -1)


def distinct_scores(r, shape):
    total = int(np.prod(shape))
    return ((np.array(r.permutation(total)) + 1) / (total + 1)).astype("float32").reshape(shape)


@row("vision.non_max_suppression")
def non_max_suppression(r):
    batch, anchors = r.int(1, 2), r.int(1, 7)
    x = np.concatenate(
        [
            r.integers((batch, anchors, 1), "int32", 0, 1).astype("float32"),
            distinct_scores(r, (batch, anchors, 1)),
            boxes_of(r, (batch, anchors)),
        ],
        -1,
    )
    counts = r.integers((batch,), "int32", 0, anchors)
    indices = np.tile(np.arange(anchors, dtype="int32"), (batch, 1))
    most, threshold = r.choice([-1, 1, 2]), r.choice([0.313, 0.553, 0.713])
    force, top, return_indices, bottom = r.chance(0.4), r.choice([-1, 3]), r.chance(0.4), r.chance(0.5)
    attrs = {"force_suppress": force, "top_k": top, "coord_start": 2, "score_index": 1, "id_index": 0}
    attrs |= {"return_indices": return_indices, "invalid_to_bottom": bottom}
    value, places = np.full(x.shape, -1.0), np.full((batch, anchors), -1)
    for i in range(batch):
        order = sorted(range(counts[i]), key=lambda j: -x[i, j, 1])
        considered = order[:top] if 0 < top < counts[i] else order
        kept = []
        for at, j in enumerate(considered):
            if len(kept) == most:
                continue
            same = [k for _, k in kept if force or x[i, k, 0] == x[i, j, 0]]
            if all(overlap(x[i, j, 2:], x[i, k, 2:]) < np.float32(threshold) for k in same):
                kept.append((at, j))
        for to, (at, j) in enumerate(kept):
            value[i, to if bottom else at] = x[i, j]
            places[i, to] = j
    args = [x, counts, indices, np.asarray(most, "int32"), np.asarray(threshold, "float32")]
    if return_indices:
        numbers = (places >= 0).sum(1, keepdims=True)
        return many(args, attrs, (places, "int32"), (numbers, "int32"), plain=range(5))
    return call(args, attrs, value, rounds=0, plain=range(5))


@row("vision.all_class_non_max_suppression")
def all_class_non_max_suppression(r):
    batch, classes, count = r.int(1, 2), r.int(1, 3), r.int(1, 6)
    boxes, scores = boxes_of(r, (batch, count)), distinct_scores(r, (batch, classes, count))
    most, iou, least = r.int(1, 4), r.choice([0.313, 0.553, 0.713, 0.5]), r.choice([0.0, 0.2, 0.5])
    style = r.choice(["onnx", "tensorflow"])
    chosen = {}
    for b, c in np.ndindex(batch, classes):
        kept = []
        for j in sorted(range(count), key=lambda j: -scores[b, c, j]):
            if len(kept) < most and scores[b, c, j] > np.float32(least):
                if all(overlap(boxes[b, j], boxes[b, k]) <= np.float32(iou) for k in kept):
                    kept.append(j)
        chosen[b, c] = kept
    args = [boxes, scores, np.asarray(most, "int32"), np.asarray(iou, "float32"), np.asarray(least, "float32")]
    total = [sum(len(chosen[b, c]) for c in range(classes)) for b in range(batch)]
    if style == "onnx":
        rows_ = [[b, c, j] for b, c in np.ndindex(batch, classes) for j in chosen[b, c]]
        value = np.array(rows_ + [[0, 0, 0]] * (batch * classes * count - len(rows_)))
        made = many(args, {"output_format": style}, (value, "int64"), (np.array([sum(total)]), "int64"), plain=range(5))

        def check(got):
            if got[1].tolist() != [len(rows_)] or got[0][: len(rows_)].tolist() != rows_:
                return f"{got[1].tolist()} boxes, {got[0][: len(rows_)].tolist()}, and not {rows_}"
            return None

    else:
        open_ = [(np.zeros(1), dtype) for dtype in ("int64", "float32", "int64")]
        made = many(args, {"output_format": style}, *open_, plain=range(5))

        def check(got):
            for b in range(batch):
                want = [[c, j] for c in range(classes) for j in chosen[b, c]]
                best = [scores[b, c, j] for c, j in want]
                number = len(want)
                if got[2][b] != number or got[0][b, :number].tolist() != want or got[1][b, :number].tolist() != best:
                    return f"{got[2][b]} boxes, {got[0][b, :number].tolist()}, and not {want}"
            return None

    made.statistic = check
    return made


def sampled(x, y, z):
    """A place of an image (C, H, W) between its elements; 0 outside."""
    height, width = x.shape[1:]
    if y < -1 or z < -1 or y > height or z > width:
        return np.zeros(x.shape[0])
    y, z = min(max(y, 0.0), height - 1.0), min(max(z, 0.0), width - 1.0)
    low_y, low_z = int(y), int(z)
    high_y, high_z = min(low_y + 1, height - 1), min(low_z + 1, width - 1)
    a, b = y - low_y, z - low_z
    return (
        (1 - a) * (1 - b) * x[:, low_y, low_z]
        + (1 - a) * b * x[:, low_y, high_z]
        + a * (1 - b) * x[:, high_y, low_z]
        + a * b * x[:, high_y, high_z]
    )


def regions(r, x):
    count = r.int(1, 3)
    owners = r.integers((count, 1), "int32", 0, x.shape[0] - 1).astype("float32")
    corner = r.integers((count, 2), "int32", -2, 12).astype("float32") / np.float32(2)
    size = r.integers((count, 2), "int32", 0, 12).astype("float32") / np.float32(2)
    return np.concatenate([owners, corner, corner + size], 1)


@row("vision.roi_align")
def roi_align(r):
    layout = r.choice(["NCHW", "NCHW", "NHWC"])
    x = r.reals((r.int(1, 2), r.int(1, 2), r.int(2, 7), r.int(2, 7)))
    rois, pooled, scale = regions(r, x), r.ints(2, 1, 3), r.choice([1.0, 0.5])
    ratio, mode = r.choice([-1, 1, 2]), r.choice(["avg", "avg", "max"])
    value = np.zeros((len(rois), x.shape[1], *pooled))
    slack = np.zeros(value.shape)
    for n, roi in enumerate(wide(rois)):
        left, top, right, bottom = roi[1:] * scale
        height, width = max(bottom - top, 1.0), max(right - left, 1.0)
        bin_h, bin_w = height / pooled[0], width / pooled[1]
        grid = (ratio, ratio) if ratio > 0 else (int(np.ceil(height / pooled[0])), int(np.ceil(width / pooled[1])))
        for i, j in np.ndindex(*pooled):
            lines = [top + i * bin_h + (a + 0.5) * bin_h / grid[0] for a in range(grid[0])]
            columns = [left + j * bin_w + (b + 0.5) * bin_w / grid[1] for b in range(grid[1])]
            # At the last place that is inside, the last bit decides.
            if any(abs(y - x.shape[2]) < 1e-4 for y in lines) or any(abs(z - x.shape[3]) < 1e-4 for z in columns):
                slack[n, :, i, j] = np.inf
            samples = [sampled(wide(x)[int(roi[0])], y, z) for y in lines for z in columns]
            value[n, :, i, j] = np.mean(samples, 0) if mode == "avg" else np.max(samples, 0)
    attrs = {"pooled_size": pooled, "spatial_scale": scale, "sample_ratio": ratio, "layout": layout, "mode": mode}
    args = [laid(x, "NCHW", layout), rois]
    slack = laid(slack, "NCHW", layout)
    return call(args, attrs, laid(value, "NCHW", layout), scale=4, rounds=400, slack=slack, plain=(1,))


@row("vision.roi_pool")
def roi_pool(r):
    x = r.reals((r.int(1, 2), r.int(1, 2), r.int(2, 7), r.int(2, 7)))
    rois, pooled, scale = regions(r, x), r.ints(2, 1, 3), r.choice([1.0, 0.5])
    rois[:, 1:] = np.abs(rois[:, 1:])
    value = np.zeros((len(rois), x.shape[1], *pooled))
    for n, roi in enumerate(wide(rois)):
        left, top, right, bottom = (int(np.floor(p * scale + 0.5)) for p in roi[1:])
        height, width = max(bottom - top + 1, 1), max(right - left + 1, 1)
        for i, j in np.ndindex(*pooled):
            rows_ = range(top + i * height // pooled[0], top - (-(i + 1) * height // pooled[0]))
            columns = range(left + j * width // pooled[1], left - (-(j + 1) * width // pooled[1]))
            rows_ = [k for k in rows_ if 0 <= k < x.shape[2]]
            columns = [k for k in columns if 0 <= k < x.shape[3]]
            if rows_ and columns:
                value[n, :, i, j] = wide(x)[int(roi[0])][:, rows_][:, :, columns].max((1, 2))
    attrs = {"pooled_size": pooled, "spatial_scale": scale, "layout": "NCHW"}
    return call([x, rois], attrs, value, rounds=0, plain=(1,))


@row("vision.proposal")
def proposal(r):
    scales, ratios = [r.choice([1.0, 2.0]) for _ in range(r.int(1, 2))], [0.5, 1.0][: r.int(1, 2)]
    stride = r.choice([4, 8])
    batch, height, width, anchors = r.int(1, 2), r.int(1, 3), r.int(1, 3), len(scales) * len(ratios)
    count = anchors * height * width
    probability = distinct_scores(r, (batch, 2 * anchors, height, width))
    iou_loss = r.chance(0.4)
    delta = r.reals((batch, 4 * anchors, height, width), "float32", -0.5, 0.5)
    info = np.tile(np.array([[height * stride, width * stride, 1.0]], "float32"), (batch, 1))
    before, after, least, threshold = r.choice([-1, 4]), r.int(1, 4), r.choice([0, 2]), r.choice([0.45, 0.72])
    value = np.zeros((batch * after, 5))
    for b in range(batch):
        boxes = []
        for i, j in np.ndindex(height, width):
            for k in range(anchors):
                ratio, scale = ratios[k // len(scales)], scales[k % len(scales)]
                center, size = 0.5 * (stride - 1.0), np.floor(stride * stride / ratio)
                base = np.floor(np.sqrt(size) + 0.5)
                w, h = base * scale, np.floor(base * ratio + 0.5) * scale
                half = np.array([w - 1, h - 1]) / 2
                box = np.concatenate([center - half, center + half])
                box += np.array([j, i, j, i]) * stride
                d = wide(delta)[b, 4 * k : 4 * k + 4, i, j]
                if iou_loss:
                    box = box + d
                else:
                    bw, bh = box[2] - box[0] + 1, box[3] - box[1] + 1
                    x, y = d[0] * bw + box[0] + 0.5 * (bw - 1), d[1] * bh + box[1] + 0.5 * (bh - 1)
                    pw, ph = np.exp(d[2]) * bw, np.exp(d[3]) * bh
                    box = np.array([x - 0.5 * (pw - 1), y - 0.5 * (ph - 1), x + 0.5 * (pw - 1), y + 0.5 * (ph - 1)])
                limit = np.array([info[b, 1], info[b, 0]] * 2) - 1.0
                box = np.maximum(np.minimum(box, limit), 0)
                score = float(probability[b, anchors + k, i, j])
                small = least * info[b, 2]
                if box[2] - box[0] + 1 < small or box[3] - box[1] + 1 < small:
                    box, score = box + np.array([-1, -1, 1, 1]) * small / 2, -1.0
                boxes.append((score, box))
        order = sorted(range(count), key=lambda n: -boxes[n][0])
        order = order[:before] if before > 0 else order
        kept = []
        for n in order:
            if all(overlap(boxes[n][1], boxes[m][1], 1.0) <= threshold for m in kept):
                kept.append(n)
        for n in range(after):
            value[b * after + n] = [b, *boxes[kept[n % len(kept)]][1]]
    attrs = {"scales": scales, "ratios": ratios, "feature_stride": stride, "threshold": threshold}
    attrs |= {"rpn_pre_nms_top_n": before, "rpn_post_nms_top_n": after, "rpn_min_size": least, "iou_loss": iou_loss}
    return call([probability, delta, info], attrs, value, scale=64, rounds=64, plain=range(3))


@row("vision.yolo_reorg")
def yolo_reorg(r):
    """Darknet's reorganization: elements in the order of the memory of a larger image."""
    stride = r.choice([1, 2, 3])
    n, c, h, w = r.int(1, 2), stride * stride * r.int(1, 2), stride * r.int(1, 2), stride * r.int(1, 2)
    x = r.reals((n, c, h, w))
    flat, value = x.reshape(-1), np.zeros(x.size, "float32")
    out = c // (stride * stride)
    for at, (b, k, j, i) in enumerate(np.ndindex(n, c, h, w)):
        channel, offset = k % out, k // out
        column, line = i * stride + offset % stride, j * stride + offset // stride
        value[at] = flat[column + w * stride * (line + h * stride * (channel + out * b))]
    return call([x], {"stride": stride}, value.reshape(n, c * stride * stride, h // stride, w // stride))


@row("nn.correlation")
def correlation(r):
    kernel, displacement, first, second = r.choice([1, 3]), r.int(1, 2), r.int(1, 2), r.int(1, 2)
    multiply = r.chance(0.5)
    padding, margins = pads(r, 2, 3)
    border = displacement + kernel // 2
    sizes = [2 * border + 1 + r.int(0, 3) for _ in range(2)]
    a, b = (r.reals((r.index % 2 + 1, 2, *sizes)) for _ in range(2))
    radius = displacement // second
    width = 2 * radius + 1
    padded = [np.pad(wide(x), [(0, 0), (0, 0)] + margins) for x in (a, b)]
    out = [-(-(size - 2 * border) // first) for size in padded[0].shape[2:]]
    value, scale = np.zeros((len(a), width * width, *out)), np.zeros((len(a), width * width, *out))
    for q, i, j in np.ndindex(width * width, *out):
        y, x = i * first + displacement, j * first + displacement
        v, u = y + (q // width - radius) * second, x + (q % width - radius) * second
        part = padded[0][:, :, y : y + kernel, x : x + kernel]
        other = padded[1][:, :, v : v + kernel, u : u + kernel]
        terms = part * other if multiply else np.abs(part - other)
        value[:, q, i, j] = terms.sum((1, 2, 3)) / (kernel * kernel * 2)
        scale[:, q, i, j] = np.abs(terms).sum((1, 2, 3)) / (kernel * kernel * 2)
    attrs = {"kernel_size": kernel, "max_displacement": displacement, "stride1": first, "stride2": second}
    attrs |= {"padding": padding, "is_multiply": multiply, "layout": "NCHW"}
    return call([a, b], attrs, value, scale=scale, rounds=80)


@row("nn.deformable_conv2d")
def deformable_conv2d(r):
    """A convolution whose places are moved by offsets (y, x) and read between elements; 0 outside."""
    kernel, strides, dilation = r.ints(2, 1, 3), r.ints(2, 1, 2), r.ints(2, 1, 2)
    padding, margins = pads(r, 2, 1)
    groups, deformable = r.choice([1, 1, 2]), r.choice([1, 2])
    inside, outside = 2 * r.int(1, 2), groups * r.int(1, 2)
    layout = r.choice(["NCHW", "NCHW", "NHWC"])
    sizes = [max(1, (k - 1) * d + 1 - a - b) + r.int(0, 2) for k, d, (a, b) in zip(kernel, dilation, margins)]
    x = r.reals((1, inside, *sizes))
    weight = r.reals((outside, inside // groups, *kernel))
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    out = [(s + a + b - span) // t + 1 for s, (a, b), span, t in zip(sizes, margins, spans, strides)]
    offsets = r.reals((1, deformable * 2 * kernel[0] * kernel[1], *out), "float32", -2, 2)
    value = np.zeros((1, outside, *out))
    per = inside // deformable

    def element(channel, y, z):
        if y <= -1 or z <= -1 or y >= sizes[0] or z >= sizes[1]:
            return 0.0
        low_y, low_z = int(np.floor(y)), int(np.floor(z))
        total = 0.0
        for p, wp in ((low_y, 1 - (y - low_y)), (low_y + 1, y - low_y)):
            for q, wq in ((low_z, 1 - (z - low_z)), (low_z + 1, z - low_z)):
                if 0 <= p < sizes[0] and 0 <= q < sizes[1]:
                    total += wp * wq * float(x[0, channel, p, q])
        return total

    for i, j in np.ndindex(*out):
        for c, a, b in np.ndindex(inside, *kernel):
            at = 2 * ((c // per) * kernel[0] * kernel[1] + a * kernel[1] + b)
            y = i * strides[0] - margins[0][0] + a * dilation[0] + float(offsets[0, at, i, j])
            z = j * strides[1] - margins[1][0] + b * dilation[1] + float(offsets[0, at + 1, i, j])
            sample = element(c, y, z)
            group, within = divmod(c, inside // groups)
            own = slice(group * (outside // groups), (group + 1) * (outside // groups))
            value[0, own, i, j] += sample * wide(weight)[own, within, a, b]
    scale = 16 * weight[0].size
    attrs = {"strides": strides, "padding": padding, "dilation": dilation}
    attrs |= {"deformable_groups": deformable, "groups": groups}
    attrs |= {"channels": outside, "kernel_size": kernel, "data_layout": layout}
    attrs["kernel_layout"] = "OIHW" if layout == "NCHW" else "HWIO"
    args = [laid(x, "NCHW", layout), laid(offsets, "NCHW", layout), laid(weight, "OIHW", attrs["kernel_layout"])]
    return call(args, attrs, laid(value, "NCHW", layout), scale=scale, rounds=64, plain=(1,))


def packed(x, bits, axis, bit_axis, width):
    """Each group of `width` elements becomes one number per bit; the first element has the highest place."""
    moved = np.moveaxis(x.astype("uint64"), axis, -1)
    grouped = moved.reshape(moved.shape[:-1] + (moved.shape[-1] // width, width))
    powers = np.array([1 << (width - 1 - k) for k in range(width)], dtype="uint64")
    planes = []
    for bit in range(bits):
        words = (((grouped >> np.uint64(bit)) & np.uint64(1)) * powers).sum(-1, dtype="uint64")
        planes.append(np.moveaxis(words, -1, axis))
    return np.stack(planes, bit_axis)


@row("nn.bitpack")
def bitpack(r):
    bits, width = r.int(1, 3), r.choice([8, 16, 32, 64])
    shape = list(r.shape(2, 3, empty=0))
    axis = r.int(0, len(shape) - 1)
    shape[axis] = width * r.int(1, 2)
    bit_axis = r.int(0, len(shape))
    x = r.integers(tuple(shape), r.choice(["int32", "int8", "uint8", "int64"]), 0, 2**bits - 1)
    attrs = {"bits": bits, "pack_axis": axis, "bit_axis": bit_axis, "pack_type": f"uint{width}", "name": "packed"}
    return call([x], attrs, packed(x, bits, axis, bit_axis, width), f"uint{width}")


@row("nn.bitserial_dense")
def bitserial_dense(r):
    """A product of small integers; a bit of the weight is 1 or, if unipolar, 1 or -1."""
    bits, weight_bits, width = r.int(1, 3), r.int(1, 2), r.choice([8, 16, 32])
    rows_, inner, units = r.int(1, 3), width * r.int(1, 2), r.int(1, 4)
    x = r.integers((rows_, inner), "int32", 0, 2**bits - 1)
    weight = r.integers((units, inner), "int32", 0, 2**weight_bits - 1)
    unipolar = r.chance(0.5)
    signed = 2 * weight - (2**weight_bits - 1) if unipolar else weight
    attrs = {"units": units, "data_bits": bits, "weight_bits": weight_bits, "pack_dtype": f"uint{width}"}
    attrs |= {"out_dtype": "int32", "unipolar": unipolar}
    return call([x, weight], attrs, x @ signed.T, "int32")


@row("nn.bitserial_conv2d")
def bitserial_conv2d(r):
    bits, weight_bits, width = r.int(1, 3), r.int(1, 2), 8
    layout = r.choice(["NCHW", "NHWC"])
    kernel_layout = "OIHW" if layout == "NCHW" else "HWIO"
    kernel, strides = r.ints(2, 1, 3), r.ints(2, 1, 2)
    padding, margins = pads(r, 2, 1)
    inside, outside = width * r.int(1, 2), r.int(1, 3)
    sizes = [k + r.int(0, 3) for k in kernel]
    x = r.integers((1, inside, *sizes), "int32", 0, 2**bits - 1)
    weight = r.integers((outside, inside, *kernel), "int32", 0, 2**weight_bits - 1)
    unipolar = r.chance(0.5)
    signed = 2 * weight - (2**weight_bits - 1) if unipolar else weight
    value = convolve(x.astype("int64"), signed.astype("int64"), strides, margins, [1, 1], 1)
    attrs = {"strides": strides, "padding": padding, "kernel_size": kernel, "channels": outside}
    attrs |= {"activation_bits": bits, "weight_bits": weight_bits}
    attrs |= {"data_layout": layout, "kernel_layout": kernel_layout}
    attrs |= {"pack_dtype": "uint8", "out_dtype": "int32", "unipolar": unipolar}
    args = [laid(x, "NCHW", layout), laid(weight, "OIHW", kernel_layout)]
    return call(args, attrs, laid(value, "NCHW", layout), "int32")
