package dev.backplane.compiler.library.table;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.library.RealWeights;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A memory of constants: each element is the number of a row, from 0 on, and is replaced by that
 * row; a number that no row has gives zeros. The attribute {@code words} holds the rows, one
 * element each if it has one axis; otherwise the first axis counts them, and the others are put
 * behind those of the input. They have the format of {@code width} and {@code fraction}, and are
 * reals before quantisation.
 */
public final class IndexedRom extends LoweredComponent {
  private static final String TYPE = "rom";
  private static final int MAX_WORDS = 1 << 16;

  /** For the plugin loader. */
  public IndexedRom() {}

  @Override
  protected void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.quantize().handlers().register(TYPE, IndexedRom::quantize));
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the row of constants whose number each element is, from 0 on")
        .with(AttributeDescription.needed(Table.WORDS, Kind.TENSOR, "the rows"))
        .with(OutputFormat.needed());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    FixedPoint output = OutputFormat.of(node.attributes());
    IntegerTensor words = node.attributes().get(Table.WORDS, IntegerTensor.class);
    FunctionTable.checkWords(Table.WORDS, words, output);
    if (words.size() > MAX_WORDS) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute words",
          "a memory has " + MAX_WORDS + " words at most, not " + words.size());
    }
    TensorType input = inputs.getFirst();
    int rows = words.shape().extents().getFirst();
    if (input.format().fraction() != 0 || rows - 1 > input.format().max()) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute words",
          input.format()
              + " does not number "
              + rows
              + " rows; they need whole numbers from 0 to "
              + (rows - 1));
    }
    return new TensorType(shape(input.shape(), words.shape()), output);
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Lookup lookup = lookup(node);
    return arguments -> lookup.apply(arguments.getFirst());
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor words = RealWeights.of(node.attributes(), Table.WORDS, "fraction");
    int rows = words.shape().extents().getFirst();
    int elements = words.size() / rows;
    double[] numbers = inputs.getFirst().toArray();
    Shape shape = shape(inputs.getFirst().shape(), words.shape());
    double[] result = new double[shape.size()];
    for (int i = 0; i < numbers.length; i++) {
      int row = (int) numbers[i];
      if (numbers[i] >= 0 && row < rows) {
        for (int e = 0; e < elements; e++) {
          result[i * elements + e] = words.get(row * elements + e);
        }
      }
    }
    return RealTensor.of(shape, result);
  }

  /** The axes of a row take their place behind those of the input. */
  private static Shape shape(Shape input, Shape words) {
    List<Integer> extents = new ArrayList<>(input.extents());
    extents.addAll(words.extents().subList(1, words.extents().size()));
    return new Shape(extents);
  }

  private static Lookup lookup(Node node) {
    IntegerTensor words = node.attributes().get(Table.WORDS, IntegerTensor.class);
    return new Lookup(words, 0, words.size() / words.shape().extents().getFirst());
  }

  private static Node quantize(TypedNode typed) {
    Node node = typed.node();
    if (!(node.attributes().values().get(Table.WORDS) instanceof RealTensor reals)) {
      return node;
    }
    FixedPoint format = OutputFormat.of(node.attributes());
    long[] words = new long[reals.size()];
    for (int i = 0; i < words.length; i++) {
      words[i] = format.quantize(reals.get(i));
    }
    return node.withAttributes(
        node.attributes().with(Table.WORDS, IntegerTensor.of(reals.shape(), words)));
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    return List.of(lookup(node.node()).hardware(node, "A memory of constants."));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return lookup(node.node()).call(node.output().shape());
  }
}
