package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Designs of the corpus compute the right results: two tools that agree could both be wrong. */
class CorpusResultsTest {
  /** A design with pins by name. */
  private record Bench(Engine engine) implements AutoCloseable {
    static Bench of(String name) {
      Bench bench = new Bench(ElaboratedDesigns.of(Corpus.find().design(name)).newEngine());
      for (String reset : List.of("rst", "rst_n")) {
        if (bench.engine.pins().stream().anyMatch(pin -> pin.port().name().equals(reset))) {
          bench.set(reset, reset.equals("rst") ? 1 : 0);
          bench.cycles(3);
          bench.set(reset, reset.equals("rst") ? 0 : 1);
        }
      }
      return bench;
    }

    Pin pin(String name) {
      return engine.pins().stream()
          .filter(pin -> pin.port().name().equals(name))
          .findFirst()
          .orElseThrow();
    }

    void set(String name, long value) {
      pin(name).set(value);
    }

    void set(String name, BigInteger value) {
      Pin pin = pin(name);
      for (int word = 0; 64 * word < pin.port().width(); word++) {
        pin.setWord(word, value.shiftRight(64 * word).longValue());
      }
    }

    long get(String name) {
      engine.settle();
      return pin(name).get();
    }

    byte[] bytes(String name) {
      engine.settle();
      Pin pin = pin(name);
      ByteBuffer bytes = ByteBuffer.allocate(pin.port().width() / 8);
      for (int word = pin.port().width() / 64 - 1; word >= 0; word--) {
        bytes.putLong(pin.word(word));
      }
      return bytes.array();
    }

    void cycles(int count) {
      for (int i = 0; i < count; i++) {
        engine.settle();
        engine.edge(0);
      }
    }

    /** Simulates until an output is 1. */
    void until(String name) {
      int cycles = 0;
      while (get(name) == 0) {
        assertThat(cycles++).as("cycles until %s", name).isLessThan(200);
        cycles(1);
      }
    }

    @Override
    public void close() {
      engine.close();
    }
  }

  @Test
  void sha256GivesTheDigestOfTwoBlocks() throws GeneralSecurityException {
    byte[] message = new byte[100];
    new Random(1).nextBytes(message);
    byte[] padded = Arrays.copyOf(message, 128);
    padded[100] = (byte) 0x80;
    ByteBuffer.wrap(padded).putLong(120, 800);
    try (Bench sha = Bench.of("sha256")) {
      for (int block = 0; block < 2; block++) {
        sha.set("first", block == 0 ? 1 : 0);
        sha.set(
            "block", new BigInteger(1, Arrays.copyOfRange(padded, 64 * block, 64 * block + 64)));
        sha.set("valid", 1);
        sha.cycles(1);
        sha.set("valid", 0);
        sha.until("done");
      }
      assertThat(sha.bytes("digest"))
          .isEqualTo(MessageDigest.getInstance("SHA-256").digest(message));
    }
  }

  @Test
  void aesEncrypts() throws GeneralSecurityException {
    Random random = new Random(2);
    try (Bench aes = Bench.of("aes")) {
      for (int round = 0; round < 20; round++) {
        byte[] key = new byte[16];
        byte[] block = new byte[16];
        random.nextBytes(key);
        random.nextBytes(block);
        aes.set("key", new BigInteger(1, key));
        aes.set("block", new BigInteger(1, block));
        aes.set("start", 1);
        aes.cycles(1);
        aes.set("start", 0);
        aes.until("done");
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        assertThat(aes.bytes("result")).isEqualTo(cipher.doFinal(block));
      }
    }
  }

  @Test
  void floatAddAddsAsJavaDoes() {
    int[] corners = {
      0,
      0x8000_0000,
      1,
      0x8000_0001,
      0x007f_ffff,
      0x0080_0000,
      0x3f80_0000,
      0x3f80_0001,
      0xbf80_0000,
      0x7f7f_ffff,
      0xff7f_ffff,
      0x7f80_0000,
      0xff80_0000,
      0x7fc0_0000,
      0x3380_0000,
      0x3380_0001
    };
    Random random = new Random(3);
    try (Bench adder = Bench.of("float_add")) {
      adder.set("valid", 1);
      for (int i = 0; i < 20_000; i++) {
        int a = i < 256 ? corners[i / 16] : random.nextInt();
        int b = i < 256 ? corners[i % 16] : near(a, random);
        adder.set("a", a);
        adder.set("b", b);
        adder.set("subtract", i & 1);
        adder.cycles(3);
        float right =
            (i & 1) == 0
                ? Float.intBitsToFloat(a) + Float.intBitsToFloat(b)
                : Float.intBitsToFloat(a) - Float.intBitsToFloat(b);
        assertThat((int) adder.get("sum"))
            .as("%08x and %08x, subtract %d", a, b, i & 1)
            .isEqualTo(Float.floatToIntBits(right));
      }
    }
  }

  /** Mostly of nearly the same exponent: then bits cancel and rounding matters. */
  private static int near(int a, Random random) {
    return random.nextInt(4) == 0
        ? random.nextInt()
        : a + ((random.nextInt(52) - 26) << 23) ^ random.nextInt(1 << 23);
  }

  @Test
  void divideAnswersAsRiscvDoes() {
    int[] corners = {0, 1, -1, 7, -7, Integer.MIN_VALUE, Integer.MAX_VALUE, 1000};
    try (Bench divide = Bench.of("divide")) {
      for (int a : corners) {
        for (int b : corners) {
          divide.set("a", a);
          divide.set("b", b);
          divide.set("start", 1);
          divide.cycles(1);
          divide.set("start", 0);
          divide.cycles(34);
          String what = a + " by " + b;
          int quotient = b == 0 ? -1 : Integer.divideUnsigned(a, b);
          int remainder = b == 0 ? a : Integer.remainderUnsigned(a, b);
          assertThat((int) divide.get("quotient")).as(what).isEqualTo(quotient);
          assertThat((int) divide.get("remainder")).as(what).isEqualTo(remainder);
          assertThat((int) divide.get("serial_quotient")).as(what).isEqualTo(quotient);
          assertThat((int) divide.get("serial_remainder")).as(what).isEqualTo(remainder);
          assertThat((int) divide.get("signed_quotient")).as(what).isEqualTo(b == 0 ? -1 : a / b);
          assertThat((int) divide.get("signed_remainder")).as(what).isEqualTo(b == 0 ? a : a % b);
          assertThat((int) divide.get("by_seven")).as(what).isEqualTo(a / 7 + a % 7);
        }
      }
    }
  }

  @Test
  void sorterSorts() {
    Random random = new Random(4);
    try (Bench sorter = Bench.of("sorter")) {
      for (int round = 0; round < 50; round++) {
        int bound = round % 2 == 0 ? 5 : 1 << 15;
        short[] keys = new short[16];
        IntStream.range(0, 16).forEach(i -> keys[i] = (short) (random.nextInt(2 * bound) - bound));
        sorter.set("keys", join(keys));
        sorter.cycles(6);
        sorter.engine.settle();
        Arrays.sort(keys);
        short[] found = new short[16];
        for (int i = 0; i < 16; i++) {
          found[i] = (short) (sorter.pin("sorted").word(i / 4) >>> (16 * (i % 4)));
        }
        assertThat(found).isEqualTo(keys);
      }
    }
  }

  private static BigInteger join(short[] values) {
    BigInteger joined = BigInteger.ZERO;
    for (int i = values.length - 1; i >= 0; i--) {
      joined = joined.shiftLeft(16).or(BigInteger.valueOf(values[i] & 0xffff));
    }
    return joined;
  }

  @Test
  void riscvRunsItsProgram() {
    try (Bench cpu = Bench.of("riscv")) {
      List<Integer> stored = new ArrayList<>();
      for (int cycle = 0; cycle < 3_000 && stored.size() < 4; cycle++) {
        if (cpu.get("out_valid") == 1) {
          stored.add((int) cpu.get("out"));
        }
        cpu.cycles(1);
      }
      int primes =
          IntStream.range(2, 97).filter(n -> IntStream.range(2, n).allMatch(d -> n % d != 0)).sum();
      assertThat(stored).containsExactly(primes, 28657, 17711, 1234 * -57);
    }
  }

  @Test
  void systolicMultipliesMatrices() {
    int size = 8;
    Random random = new Random(5);
    byte[][] a = new byte[size][size];
    byte[][] b = new byte[size][size];
    for (int i = 0; i < size; i++) {
      random.nextBytes(a[i]);
      random.nextBytes(b[i]);
    }
    try (Bench array = Bench.of("systolic")) {
      array.set("clear", 1);
      array.cycles(2 * size + 2);
      array.set("clear", 0);
      for (int t = 0; t < 3 * size; t++) {
        byte[] rows = new byte[size];
        byte[] columns = new byte[size];
        for (int i = 0; i < size; i++) {
          int k = t - i;
          rows[size - 1 - i] = k >= 0 && k < size ? a[i][k] : 0;
          columns[size - 1 - i] = k >= 0 && k < size ? b[k][i] : 0;
        }
        array.set("rows", new BigInteger(1, rows));
        array.set("columns", new BigInteger(1, columns));
        array.cycles(1);
      }
      array.set("drain", 1);
      for (int row = size - 1; row >= 0; row--) {
        for (int column = 0; column < size; column++) {
          int sum = 0;
          for (int k = 0; k < size; k++) {
            sum += a[row][k] * b[k][column];
          }
          assertThat(result(array, column)).as("row %d, column %d", row, column).isEqualTo(sum);
        }
        array.cycles(1);
      }
    }
  }

  /** A signed number of 24 bits. */
  private static int result(Bench array, int column) {
    array.engine.settle();
    return array.pin("results").value().shiftRight(24 * column).intValue() << 8 >> 8;
  }

  @Test
  void aSlotOfTheVaultEnciphersHalfOfItsHash() throws GeneralSecurityException {
    try (Bench vault = Bench.of("vault")) {
      for (int slot : new int[] {0, 5, 15}) {
        long secret = 0x0123_4567_89ab_cdefL * (slot + 1);
        vault.set("slot", slot);
        vault.set("first", 1);
        vault.set("secret", secret);
        vault.set("valid", 1);
        vault.cycles(1);
        vault.set("valid", 0);
        vault.until("done");
        byte[] digest =
            MessageDigest.getInstance("SHA-256")
                .digest(ByteBuffer.allocate(12).putLong(secret).putInt(slot).array());
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(digest, 0, 16, "AES"));
        assertThat(vault.bytes("result")).isEqualTo(cipher.doFinal(digest, 16, 16));
        assertThat(vault.get("done_slot")).isEqualTo(slot);
      }
    }
  }

  @Test
  void tilesOfTheNetAnswerWhatTheyAreAsked() {
    try (Bench net = Bench.of("manycore")) {
      for (int tile = 0; tile < 16; tile++) {
        assertThat(asked(net, tile, 0, tile + 10)).isEqualTo((tile + 10) * (tile + 11) / 2);
        assertThat(asked(net, tile, 1, 12 << 24 | 18)).isEqualTo(6);
        assertThat(asked(net, tile, 1, 0)).isZero();
        assertThat(asked(net, tile, 3, 1000 + tile)).isEqualTo(1000 + tile);
        assertThat(asked(net, tile, 3, 7)).isEqualTo((1000 + tile) ^ 7);
      }
    }
  }

  private static long asked(Bench net, int tile, int request, long data) {
    net.set("tile", tile);
    net.set("request", request);
    net.set("data", data);
    net.set("request_valid", 1);
    net.cycles(1);
    net.set("request_valid", 0);
    net.until("answer_valid");
    assertThat(net.get("answer_tile")).isEqualTo(tile);
    assertThat(net.get("answer_request")).isEqualTo(request);
    net.cycles(1);
    return net.get("answer");
  }

  @Test
  void theSystemHashesItsMemoryWhenAnEventComesAndSleepsAgain() {
    ByteBuffer memory = ByteBuffer.allocate(64);
    for (int i = 0; i < 16; i++) {
      // The program fills it from the end with multiples; the first event changes word 1.
      memory.putInt(i == 1 ? 0x1234_5678 : (16 - i) * 0x9e37_7000);
    }
    try (Bench soc = Bench.of("soc");
        Bench hash = Bench.of("sha256")) {
      hash.set("first", 1);
      hash.set("block", new BigInteger(1, memory.array()));
      hash.set("valid", 1);
      hash.cycles(1);
      hash.until("done");
      soc.set("serial_in", 3);
      soc.until("pins_valid"); // the timer's
      soc.cycles(1);
      soc.until("sleeping");
      soc.set("pins_in", 0x1234_5678);
      soc.set("event_in", 1);
      soc.until("pins_valid");
      assertThat((int) soc.get("pins_out"))
          .isEqualTo(ByteBuffer.wrap(hash.bytes("digest")).getInt());
      soc.until("sleeping");
    }
  }
}
