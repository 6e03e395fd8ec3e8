package dev.backplane.compiler.hdl;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The view of a network through the bytes of the skeleton protocol, common to all hardware
 * languages.
 *
 * @param network the network
 * @param id the id of the hardware, 16 bytes in hexadecimal
 */
record Skeleton(Network network, String id) {
  /** The first address of the bytes of inputs and outputs. */
  private static final int DATA = 18;

  private static final int ADDRESSES = 1 << 16;

  /**
   * Makes the skeleton of a network.
   *
   * @param network the network
   * @param sources the files of the design but the one that has the id
   * @return the skeleton
   * @throws CompilerException if inputs or outputs have more bytes than there are addresses
   */
  static Skeleton of(Network network, List<HdlFile> sources) {
    for (TensorType type : List.of(network.input(), network.output())) {
      if (DATA + (long) bytes(type) * type.shape().size() > ADDRESSES) {
        throw new CompilerException(
            CompilerError.UNSUPPORTED_GRAPH,
            "skeleton",
            "a tensor "
                + type
                + " does not fit 16 bits of address: a skeleton has room for "
                + (ADDRESSES - DATA)
                + " bytes; lower the graph to a kernel");
      }
    }
    return new Skeleton(network, id(sources));
  }

  /** The hash of the sorted hashes of all files. */
  private static String id(List<HdlFile> sources) {
    ByteArrayOutputStream hashes = new ByteArrayOutputStream();
    sources.stream()
        .map(file -> Blake2b.hash(file.text().getBytes(StandardCharsets.UTF_8)))
        .sorted(Arrays::compareUnsigned)
        .forEachOrdered(hashes::writeBytes);
    return HexFormat.of().formatHex(Blake2b.hash(hashes.toByteArray()));
  }

  private static int bytes(TensorType type) {
    return Math.ceilDiv(type.format().width(), Byte.SIZE);
  }

  /** The generics or parameters of the static unit, but for the id. */
  SequencedMap<String, Integer> parameters() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters(parameters, "FEED", network.input());
    parameters(parameters, "RESULT", network.output());
    return parameters;
  }

  private static void parameters(
      SequencedMap<String, Integer> parameters, String side, TensorType type) {
    int size = bytes(type) * type.shape().size();
    parameters.put(side + "_WIDTH", type.format().width());
    parameters.put(side + "_BYTES", bytes(type));
    parameters.put(side + "_SIZE", size);
    parameters.put(
        side + "_INDEX_WIDTH", Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(size - 1)));
  }

  /** The id as a number: its first byte is the lowest. */
  String idDigits() {
    StringBuilder reversed = new StringBuilder(id.length());
    for (int at = id.length() - 2; at >= 0; at -= 2) {
      reversed.append(id, at, at + 2);
    }
    return reversed.toString();
  }

  /** {@return the description that a host needs, as TOML} */
  String description() {
    return """
    name = "NAME"
    protocol = "skeleton"
    skeleton_version = 2
    skeleton_id = "ID"
    """
            .replace("NAME", network.name())
            .replace("ID\"", id + '"')
        + side("input", network.input())
        + side("output", network.output());
  }

  private static String side(String name, TensorType type) {
    FixedPoint format = type.format();
    return """

    [SIDE]
    address = 18
    numbers = NUMBERS
    bytes_per_number = BYTES
    width = WIDTH
    fraction = FRACTION
    """
            .replace("SIDE", name)
            .replace("NUMBERS", "" + type.shape().size())
            .replace("BYTES", "" + bytes(type))
            .replace("WIDTH", "" + format.width())
            .replace("FRACTION", "" + format.fraction())
        + (format.scale() == 1 ? "" : "scale = " + format.scale() + "\n")
        + (format.zero() == 0 ? "" : "zero = " + format.zero() + "\n");
  }
}
