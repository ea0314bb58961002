# Made by python/tools/describe.py.
"""Operators of object detection."""

from typing import Any

import passcope.relay.expr

def non_max_suppression(data: Any, valid_count: Any, indices: Any, max_output_size: Any = -1, iou_threshold: Any = 0.5, force_suppress: bool = False, top_k: Any = -1, coord_start: Any = 2, score_index: Any = 1, id_index: Any = 0, return_indices: bool = True, invalid_to_bottom: bool = False) -> Any:
    """The boxes that do not overlap a better one."""

def all_class_non_max_suppression(boxes: Any, scores: Any, max_output_boxes_per_class: Any = -1, iou_threshold: Any = -1.0, score_threshold: Any = -1.0, output_format: Any = 'onnx') -> Any:
    """The same for each class by itself."""

def multibox_prior(data: Any, sizes: Any = (1.0,), ratios: Any = (1.0,), steps: Any = (-1.0, -1.0), offsets: Any = (0.5, 0.5), clip: bool = False) -> passcope.relay.expr.Call:
    """Boxes of given sizes and ratios around each pixel.

    data: The input tensor.
    sizes: The sizes of the boxes.
    ratios: The ratios of width to height.
    steps: The distances of the centers in y and x; -1 spreads them evenly.
    offsets: The first center in y and x, in steps.
    clip: Whether boxes are cut off at the border.
    """

def multibox_transform_loc(cls_prob: Any, loc_pred: Any, anchor: Any, clip: bool = True, threshold: float = 0.01, variances: Any = (0.1, 0.1, 0.2, 0.2)) -> passcope.relay.expr.TupleWrapper:
    """Detections from scores, offsets and anchors.

    cls_prob: The score of each class and anchor.
    loc_pred: The offsets from each anchor.
    anchor: The anchors.
    clip: Whether boxes are cut off at the border.
    threshold: The least score of a detection.
    variances: The factors of the predictions.
    """

def get_valid_counts(data: Any, score_threshold: Any, id_index: int = 0, score_index: int = 1) -> passcope.relay.expr.TupleWrapper:
    """The boxes whose score exceeds a threshold, first.

    data: The input tensor.
    score_threshold: The score that a valid box exceeds; unused, it is an argument.
    id_index: Where a box has its class; negative for nowhere.
    score_index: Where a box has its score.
    """

def roi_align(data: Any, rois: Any, pooled_size: Any, spatial_scale: float, sample_ratio: int = -1, layout: str = 'NCHW', mode: str = 'avg') -> passcope.relay.expr.Call:
    """Regions resampled to one size.

    data: The input tensor.
    rois: The regions: image, then x, y, x, y.
    pooled_size: The spatial size of the result.
    spatial_scale: The size of the data in units of that which the regions refer to.
    sample_ratio: How many samples are taken along each axis; -1 for as many as fit.
    layout: The order of the data's axes.
    mode: How samples are put together: avg or max.
    """

def roi_pool(data: Any, rois: Any, pooled_size: Any, spatial_scale: float, layout: str = 'NCHW') -> passcope.relay.expr.Call:
    """Regions pooled to one size.

    data: The input tensor.
    rois: The regions: image, then x, y, x, y.
    pooled_size: The spatial size of the result.
    spatial_scale: The size of the data in units of that which the regions refer to.
    layout: The order of the data's axes.
    """

def proposal(cls_prob: Any, bbox_pred: Any, im_info: Any, scales: Any, ratios: Any, feature_stride: int, threshold: float, rpn_pre_nms_top_n: int, rpn_post_nms_top_n: int, rpn_min_size: int, iou_loss: bool) -> passcope.relay.expr.Call:
    """Regions proposed from scores and offsets of anchors.

    cls_prob: The score of each anchor.
    bbox_pred: The offsets from each anchor.
    im_info: The size and scale of each image.
    scales: The scales of the anchors.
    ratios: The ratios of the anchors.
    feature_stride: The size in the image of an element of the scores.
    threshold: The overlap from which on a box is dropped.
    rpn_pre_nms_top_n: How many boxes are kept, -1 for all.
    rpn_post_nms_top_n: How many boxes are kept, -1 for all.
    rpn_min_size: The least width and height.
    iou_loss: Whether predictions move corners, not centers.
    """

def yolo_reorg(data: Any, stride: int) -> passcope.relay.expr.Call:
    """Squares of the height and width moved into channels, in Darknet's order.

    data: The input tensor.
    stride: The side of the squares that become channels.
    """
