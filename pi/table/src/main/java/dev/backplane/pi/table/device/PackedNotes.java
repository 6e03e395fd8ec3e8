package dev.backplane.pi.table.device;

import dev.backplane.pi.table.device.Parameter.Passing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The information on kernels that a binary carries: for each its name, its arguments and which of
 * them are the sizes of its range.
 *
 * @param ranges for each kernel, which arguments are the sizes of its range
 * @param signatures for each kernel, its arguments
 */
record PackedNotes(Map<String, List<Integer>> ranges, Map<String, List<Parameter>> signatures) {
  static final PackedNotes NONE = new PackedNotes(Map.of(), Map.of());

  /** The most kernels and arguments, and the longest texts, that there is room for. */
  private static final int MOST = 0xFFFF;

  private static final int LONGEST = MOST / 3;

  /** Returns the kernels that there is room for: of one that is left out, the device is asked. */
  static PackedNotes of(
      Map<String, List<Integer>> ranges, Map<String, List<Parameter>> signatures) {
    Map<String, List<Parameter>> fitting = new LinkedHashMap<>();
    signatures.forEach(
        (kernel, signature) -> {
          if (fitting.size() < MOST && fits(kernel, signature)) {
            fitting.put(kernel, signature);
          }
        });
    return new PackedNotes(ranges, fitting);
  }

  private static boolean fits(String kernel, List<Parameter> signature) {
    return kernel.length() <= LONGEST
        && signature.size() <= MOST
        && signature.stream()
            .allMatch(each -> each.name().length() <= LONGEST && each.type().length() <= LONGEST);
  }

  KernelNotes with(SourceFacts source) {
    return new KernelNotes(List.copyOf(signatures.keySet()), ranges, signatures, source);
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeShort(signatures.size());
      for (Map.Entry<String, List<Parameter>> kernel : signatures.entrySet()) {
        out.writeUTF(kernel.getKey());
        out.writeShort(kernel.getValue().size());
        for (Parameter parameter : kernel.getValue()) {
          out.writeUTF(parameter.name());
          out.writeUTF(parameter.type());
          out.writeUTF(parameter.passing().name());
          out.writeInt(parameter.size());
        }
        List<Integer> sizes = ranges.getOrDefault(kernel.getKey(), List.of());
        out.writeShort(sizes.size());
        for (int size : sizes) {
          out.writeShort(size);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a name of more than 64 KiB", e);
    }
    return bytes.toByteArray();
  }

  /** {@return what was written, empty if that is something else} */
  static Optional<PackedNotes> read(byte[] bytes) {
    Map<String, List<Integer>> ranges = new LinkedHashMap<>();
    Map<String, List<Parameter>> signatures = new LinkedHashMap<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      for (int kernels = in.readUnsignedShort(); kernels > 0; kernels--) {
        String name = in.readUTF();
        List<Parameter> parameters = new ArrayList<>();
        for (int count = in.readUnsignedShort(); count > 0; count--) {
          parameters.add(
              new Parameter(
                  in.readUTF(), in.readUTF(), Passing.valueOf(in.readUTF()), in.readInt()));
        }
        signatures.put(name, List.copyOf(parameters));
        List<Integer> sizes = new ArrayList<>();
        for (int count = in.readUnsignedShort(); count > 0; count--) {
          sizes.add(in.readUnsignedShort());
        }
        if (!sizes.isEmpty()) {
          ranges.put(name, List.copyOf(sizes));
        }
      }
      return in.available() == 0
          ? Optional.of(new PackedNotes(ranges, signatures))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
