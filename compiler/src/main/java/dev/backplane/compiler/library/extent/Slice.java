package dev.backplane.compiler.library.extent;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The elements of a range along an axis: from {@code start} to before {@code end}, each {@code
 * step}. Attributes: {@code axis}, the last one if it is not there; {@code start}, {@code end} and
 * {@code step}, by default the whole axis. The format is that of the input.
 */
public final class Slice extends LoweredComponent {
  private static final String TYPE = "slice";
  private static final String UNIT = "backplane_slice";

  /** For the plugin loader. */
  public Slice() {}

  /** A checked range along an axis of a tensor of this shape. */
  private record Range(Shape input, int axis, int start, int end, int step) {
    static Range of(Attributes attributes, Shape input) {
      List<Integer> extents = input.extents();
      int axis = number(attributes, "axis", extents.size() - 1);
      if (axis < 0 || axis >= extents.size()) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute axis",
            "the input " + input + " has axes 0 to " + (extents.size() - 1));
      }
      int extent = extents.get(axis);
      int start = number(attributes, "start", 0);
      int end = number(attributes, "end", extent);
      int step = number(attributes, "step", 1);
      if (start < 0 || start >= end || end > extent) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute start",
            "the range from "
                + start
                + " to before "
                + end
                + " is empty, or beyond the extent "
                + extent
                + " of axis "
                + axis);
      }
      if (step < 1) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID, "attribute step", step + " is not positive");
      }
      return new Range(input, axis, start, end, step);
    }

    private static int number(Attributes attributes, String name, int otherwise) {
      return attributes.has(name) ? attributes.integer(name) : otherwise;
    }

    int count() {
      return (end - start - 1) / step + 1;
    }

    int last() {
      return start + (count() - 1) * step;
    }

    int run() {
      return Layout.run(input.extents(), axis);
    }

    Shape output() {
      return new Shape(Layout.with(input.extents(), axis, count()));
    }

    /** The place in the input of an element of the output. */
    int place(int at) {
      int index = start + at / run() % count() * step;
      return (at / (run() * count()) * input.extents().get(axis) + index) * run() + at % run();
    }
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the elements of a range along an axis")
        .with(AttributeDescription.optional("axis", Kind.WHOLE, "the last one", "the axis, from 0"))
        .with(AttributeDescription.optional("start", Kind.WHOLE, "0", "the first index"))
        .with(
            AttributeDescription.optional(
                "end", Kind.WHOLE, "the extent of the axis", "the index behind the last one"))
        .with(
            AttributeDescription.optional(
                "step", Kind.WHOLE, "1", "how far apart the indices are"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(Range.of(node.attributes(), input.shape()).output(), input.format());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Range range = Range.of(node.attributes(), inputs.getFirst().shape());
    return arguments -> {
      long[] result = new long[output.shape().size()];
      Arrays.setAll(result, at -> arguments.getFirst()[range.place(at)]);
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    Range range = Range.of(node.attributes(), inputs.getFirst().shape());
    double[] result = new double[range.output().size()];
    Arrays.setAll(result, at -> inputs.getFirst().get(range.place(at)));
    return RealTensor.of(range.output(), result);
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Range range = Range.of(node.node().attributes(), node.input().shape());
    int extent = range.input().extents().get(range.axis());
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", node.input().format().width());
    parameters.put("EXTENT", extent);
    parameters.put("INDEX_WIDTH", Rom.indexWidth(extent));
    parameters.put("RUN", range.run());
    parameters.put("RUN_WIDTH", Rom.indexWidth(range.run()));
    parameters.put("FIRST", range.start());
    parameters.put("LAST", range.last());
    // A step beyond the axis is never taken.
    parameters.put("STEP", Math.min(range.step(), extent));
    return List.of(new HdlInstance(UNIT, true, parameters, List.of(UNIT)));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    Range range = Range.of(node.node().attributes(), node.input().shape());
    return new TorchCall(
        "slice_axis",
        Attributes.NONE
            .with("axis", range.axis())
            .with("start", range.start())
            .with("end", range.end())
            .with("step", range.step()),
        List.of("extent.py"));
  }
}
