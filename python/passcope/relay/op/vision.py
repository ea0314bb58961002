"""Operators of object detection."""

from ._build import constant, fill, items, make


def non_max_suppression(
    data,
    valid_count,
    indices,
    max_output_size=-1,
    iou_threshold=0.5,
    force_suppress=False,
    top_k=-1,
    coord_start=2,
    score_index=1,
    id_index=0,
    return_indices=True,
    invalid_to_bottom=False,
):
    """The boxes that do not overlap a better box."""
    inputs = [data, valid_count, indices]
    inputs += [constant(max_output_size, "int32"), constant(iou_threshold, "float32")]
    attrs = {
        "force_suppress": force_suppress,
        "top_k": top_k,
        "coord_start": coord_start,
        "score_index": score_index,
        "id_index": id_index,
        "return_indices": return_indices,
        "invalid_to_bottom": invalid_to_bottom,
    }
    made = make("vision.non_max_suppression", inputs, attrs)
    return items(made, 2) if return_indices else made


def all_class_non_max_suppression(
    boxes,
    scores,
    max_output_boxes_per_class=-1,
    iou_threshold=-1.0,
    score_threshold=-1.0,
    output_format="onnx",
):
    """The same for each class separately."""
    inputs = [boxes, scores, constant(max_output_boxes_per_class, "int32")]
    inputs += [constant(iou_threshold, "float32"), constant(score_threshold, "float32")]
    name = "vision.all_class_non_max_suppression"
    made = make(name, inputs, {"output_format": output_format})
    return items(made, 2 if output_format == "onnx" else 3)


fill(globals(), "vision.")
