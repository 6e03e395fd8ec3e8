package dev.backplane.compiler.calibration;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.plugin.RegularFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Samples in a file: an array of NumPy whose first extent counts samples, if its name ends in
 * {@code .npy}, and otherwise text with a sample in each line, numbers with commas or blanks
 * between them.
 */
public final class SampleFile {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final Pattern TYPE = Pattern.compile("'descr': *'[<|]([fiu])([1248])'");
  private static final Pattern SHAPE = Pattern.compile("'shape': *\\(([0-9, ]*)\\)");

  private final Path file;
  private static final long LARGEST = 1 << 30;
  private static final int MOST_DIGITS = 18;

  private final int size;
  private final Shape shape;

  private SampleFile(Path file, Shape shape) {
    this.file = file;
    this.shape = shape;
    this.size = shape.size();
  }

  /**
   * Reads samples.
   *
   * @param file the file
   * @param shape the shape of a sample: an array has it behind the count of samples, or alone if
   *     there is one, or has the numbers of each sample in a row
   * @return the samples, one at least
   * @throws CompilerException with {@link CompilerError#BAD_SAMPLES} naming file and line or sample
   * @throws UncheckedIOException if the file cannot be read
   */
  public static List<double[]> read(Path file, Shape shape) {
    SampleFile samples = new SampleFile(file, shape);
    try {
      List<double[]> read =
          file.toString().endsWith(".npy")
              ? samples.array(ByteBuffer.wrap(RegularFile.read(file, LARGEST)))
              : samples.lines(
                  new String(RegularFile.read(file, LARGEST), StandardCharsets.ISO_8859_1)
                      .lines()
                      .toList());
      if (read.isEmpty()) {
        throw samples.bad("", "there is no sample in it");
      }
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<double[]> lines(List<String> lines) {
    List<double[]> samples = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        samples.add(line("line " + (i + 1), lines.get(i)));
      }
    }
    return samples;
  }

  private double[] line(String place, String line) {
    String[] words = line.strip().split("[,;\\s]+", -1);
    if (words.length != size) {
      throw bad(place, "it has " + words.length + " numbers, and a sample has " + size);
    }
    double[] sample = new double[size];
    for (int i = 0; i < size; i++) {
      try {
        sample[i] = finite(place, Double.parseDouble(words[i]));
      } catch (NumberFormatException e) {
        throw bad(place, "\"" + words[i].replaceAll("\\p{Cntrl}", "?") + "\" is no number");
      }
    }
    return sample;
  }

  private List<double[]> array(ByteBuffer bytes) {
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[Math.min(MAGIC.length, bytes.remaining())];
    bytes.get(magic);
    if (!Arrays.equals(magic, MAGIC) || bytes.remaining() < 6) {
      throw bad("", "it is no array of NumPy");
    }
    int version = bytes.get();
    bytes.get();
    int length = version == 1 ? Short.toUnsignedInt(bytes.getShort()) : bytes.getInt();
    if (length < 0 || length > bytes.remaining()) {
      throw bad("", "it ends within its header");
    }
    byte[] header = new byte[length];
    bytes.get(header);
    return array(new String(header, StandardCharsets.ISO_8859_1), bytes.slice());
  }

  private List<double[]> array(String header, ByteBuffer bytes) {
    Matcher type = TYPE.matcher(header);
    Matcher given = SHAPE.matcher(header);
    if (!type.find() || !given.find() || header.contains("'fortran_order': True")) {
      throw bad(
          "",
          "its header is "
              + header.strip()
              + "; numbers of 1 to 8 bytes, little end first, in the order of C are supported");
    }
    ByteBuffer numbers = bytes.order(ByteOrder.LITTLE_ENDIAN);
    int bytesEach = Integer.parseInt(type.group(2));
    IntToDoubleFunction number = number(type.group(1), bytesEach, numbers);
    int count = count(given.group(1));
    if ((long) count * size * bytesEach != numbers.remaining()) {
      throw bad(
          "",
          "its shape is (" + given.group(1) + "), and it has " + numbers.remaining() + " bytes");
    }
    checkRoom((long) count * size);
    List<double[]> samples = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      double[] sample = new double[size];
      for (int i = 0; i < size; i++) {
        sample[i] = finite("sample " + s, number.applyAsDouble((s * size + i) * bytesEach));
      }
      samples.add(sample);
    }
    return samples;
  }

  /** Numbers of one byte have eight in memory. */
  private void checkRoom(long numbers) {
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (numbers > most / Double.BYTES) {
      throw bad(
          "",
          "it has "
              + numbers
              + " numbers, which need "
              + numbers / (1 << 20) * Double.BYTES
              + " MiB, more than half of the memory of this process; give fewer samples, or more"
              + " memory with -Xmx");
    }
  }

  /** {@return the number of samples in an array of this shape} */
  private int count(String text) {
    List<Long> extents = new ArrayList<>();
    for (String extent : text.split(",", -1)) {
      if (extent.strip().length() > MOST_DIGITS) {
        throw bad("", "its shape is (" + text + "), which no array has");
      }
      if (!extent.isBlank()) {
        extents.add(Long.parseLong(extent.strip()));
      }
    }
    List<Long> wanted = shape.extents().stream().map(Long::valueOf).toList();
    if (extents.equals(wanted)) {
      return 1;
    }
    // An extent of 1 changes no order.
    List<Long> each = extents.stream().skip(1).filter(extent -> extent != 1).toList();
    if (extents.isEmpty()
        || extents.getFirst() > Integer.MAX_VALUE
        || !(each.equals(wanted.stream().filter(extent -> extent != 1).toList())
            || each.equals(List.of((long) size))
            || (each.isEmpty() && size == 1))) {
      throw bad(
          "",
          "its shape is (%s), and the model takes samples of shape (%s); give an array of shape"
                  .formatted(text, said(wanted))
              + " (samples, %s), or (samples, %d) in that order".formatted(said(wanted), size));
    }
    return extents.getFirst().intValue();
  }

  private static String said(List<Long> extents) {
    return extents.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private IntToDoubleFunction number(String kind, int bytes, ByteBuffer from) {
    return switch (kind + bytes) {
      case "f4" -> from::getFloat;
      case "f8" -> from::getDouble;
      case "i1" -> from::get;
      case "i2" -> from::getShort;
      case "i4" -> from::getInt;
      case "i8" -> at -> (double) from.getLong(at);
      case "u1" -> at -> Byte.toUnsignedInt(from.get(at));
      case "u2" -> at -> Short.toUnsignedInt(from.getShort(at));
      case "u4" -> at -> Integer.toUnsignedLong(from.getInt(at));
      default -> throw bad("", "its numbers are of type " + kind + bytes);
    };
  }

  private double finite(String place, double number) {
    if (!Double.isFinite(number)) {
      throw bad(place, number + " is not a finite number");
    }
    return number;
  }

  private CompilerException bad(String place, String text) {
    return new CompilerException(
        CompilerError.BAD_SAMPLES, file + (place.isEmpty() ? "" : ", " + place), text);
  }
}
