// Rules of the operators on images and regions.
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// Like convolutions, but without an output layout.
InferredLayouts DataKernelLayout(const LayoutQuery& query) {
  Layout data = LayoutField(query.attrs, "data_layout");
  return {{data, LayoutField(query.attrs, "kernel_layout")}, {data}, query.attrs};
}

InferredLayouts CorrelationLayout(const LayoutQuery& query) {
  return InferredLayouts::Same(2, LayoutField(query.attrs, "layout"), query.attrs);
}

// Regions of interest are a matrix with 5 numbers in each row.
InferredLayouts RoiLayout(const LayoutQuery& query) {
  Layout data = LayoutField(query.attrs, "layout");
  return {{data, Layout::Of("N")}, {data}, query.attrs};
}

Expr ConvertRoi(const LayoutConversion& c) {
  CheckCount(c, 2);
  if (c.desired[1] != "default" || (c.desired[0] != "NCHW" && c.desired[0] != "NHWC")) {
    FailConversion(c,
                   MSG(kRoiLayoutChoices,
                       R"(it takes "NCHW" or "NHWC" for the data and "default" for the regions)"));
  }
  return ConvertedCall(c, WithField(c.attrs, "layout", c.desired[0]));
}

}  // namespace

void RegisterVisionRules(RuleTables& rules) {
  for (const char* op : {"image.dilation2d", "nn.bitserial_conv2d"}) {
    rules.infer_layout.Add(op, DataKernelLayout);
  }
  rules.infer_layout.Add("nn.correlation", CorrelationLayout);
  for (const char* op : {"vision.roi_align", "vision.roi_pool"}) {
    rules.infer_layout.Add(op, RoiLayout);
  }
  rules.convert_layout.Add("vision.roi_align", ConvertRoi);
  rules.convert_layout.Add("vision.roi_pool", ConvertRoi);
}

}  // namespace passcope
