package dev.backplane.rtl.corpus;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/** The workloads of the kernels of the corpus, with the expected results computed in Java. */
public final class KernelWorkloads {
  private static final Map<String, KernelWorkload> JOBS =
      Map.of(
          "vadd", KernelWorkloads::vadd,
          "vadd_blocks", KernelWorkloads::vaddBlocks,
          "reduce", KernelWorkloads::reduce,
          "histogram", KernelWorkloads::histogram,
          "stencil", KernelWorkloads::stencil,
          "copy", KernelWorkloads::copy,
          "gather", KernelWorkloads::gather,
          "filter", KernelWorkloads::filter,
          "hash", KernelWorkloads::hash);

  private KernelWorkloads() {}

  /** {@return the workload of a name} */
  public static KernelWorkload of(String name) {
    KernelWorkload workload = JOBS.get(name);
    if (workload == null) {
      throw new IllegalArgumentException("no job '" + name + "'");
    }
    return workload;
  }

  private static KernelWorkload.Call vadd(MemorySegment memory, int scale, Random random) {
    int n = scale + random.nextInt(3);
    return sums(memory, n, n, 4L * random.nextInt(64), random);
  }

  /** In whole words of 64 bytes, from addresses that are multiples of 1 KiB. */
  private static KernelWorkload.Call vaddBlocks(MemorySegment memory, int scale, Random random) {
    int blocks = Math.ceilDiv(scale, 16) + random.nextInt(2);
    return sums(memory, 16 * blocks, blocks, 0, random);
  }

  private static KernelWorkload.Call sums(
      MemorySegment memory, int numbers, int n, long offset, Random random) {
    long room = memory.byteSize() / 3 & -4096;
    long a = offset;
    long b = room + 2 * offset;
    long c = 2 * room + 3 * offset;
    fill(memory, random);
    int[] expected = new int[numbers];
    for (int i = 0; i < numbers; i++) {
      expected[i] =
          memory.get(JAVA_INT_UNALIGNED, a + 4L * i) + memory.get(JAVA_INT_UNALIGNED, b + 4L * i);
    }
    int beyond = memory.get(JAVA_INT_UNALIGNED, c + 4L * numbers);
    return new KernelWorkload.Call(
        Map.of("a", address(a), "b", address(b), "c", address(c), "n", (long) n),
        (after, _) -> {
          for (int i = 0; i < numbers; i++) {
            int found = after.get(JAVA_INT_UNALIGNED, c + 4L * i);
            if (found != expected[i]) {
              return wrong(i, found, expected[i]);
            }
          }
          return unchanged(beyond, after.get(JAVA_INT_UNALIGNED, c + 4L * numbers));
        });
  }

  private static KernelWorkload.Call reduce(MemorySegment memory, int scale, Random random) {
    fill(memory, random);
    long out = memory.byteSize() - 64;
    long[] expected = {0, Long.MAX_VALUE, Long.MIN_VALUE, 0};
    for (int i = 0; i < scale; i++) {
      long number = memory.get(JAVA_LONG_UNALIGNED, 8L * i);
      expected[0] += number;
      expected[1] = Math.min(expected[1], number);
      expected[2] = Math.max(expected[2], number);
      expected[3] ^= number;
    }
    return new KernelWorkload.Call(
        Map.of("numbers", address(0), "results", address(out), "n", (long) scale),
        (after, _) -> {
          for (int i = 0; i < expected.length; i++) {
            long found = after.get(JAVA_LONG_UNALIGNED, out + 8L * i);
            if (found != expected[i]) {
              return wrong(i, found, expected[i]);
            }
          }
          return "";
        });
  }

  private static KernelWorkload.Call histogram(MemorySegment memory, int scale, Random random) {
    fill(memory, random);
    // Runs of equal bytes: a counter is read before its last update is written back.
    for (int i = 0; i < scale; i++) {
      memory.set(JAVA_BYTE, i, (byte) (i / 7 * 3));
    }
    long out = memory.byteSize() / 2;
    int[] expected = new int[256];
    for (int i = 0; i < 4 * scale; i++) {
      expected[memory.get(JAVA_BYTE, i) & 0xff]++;
    }
    return new KernelWorkload.Call(
        Map.of("bytes", address(0), "counters", address(out), "n", (long) scale),
        (after, _) -> {
          for (int i = 0; i < expected.length; i++) {
            int found = after.get(JAVA_INT_UNALIGNED, out + 4L * i);
            if (found != expected[i]) {
              return wrong(i, found, expected[i]);
            }
          }
          return "";
        });
  }

  private static KernelWorkload.Call stencil(MemorySegment memory, int scale, Random random) {
    fill(memory, random);
    int words = Math.ceilDiv(scale, 4);
    long out = memory.byteSize() / 2;
    int count = 8 * words;
    short[] expected = new short[count];
    for (int i = 0; i < count; i++) {
      int left = i == 0 ? 0 : memory.get(JAVA_SHORT_UNALIGNED, 2L * i - 2);
      int right = i == count - 1 ? 0 : memory.get(JAVA_SHORT_UNALIGNED, 2L * i + 2);
      expected[i] = (short) ((left + 2 * memory.get(JAVA_SHORT_UNALIGNED, 2L * i) + right) >> 2);
    }
    return new KernelWorkload.Call(
        Map.of("in", address(0), "out", address(out), "n", (long) words),
        (after, _) -> {
          for (int i = 0; i < count; i++) {
            short found = after.get(JAVA_SHORT_UNALIGNED, out + 2L * i);
            if (found != expected[i]) {
              return wrong(i, found, expected[i]);
            }
          }
          return "";
        });
  }

  /** From any byte to any byte; bytes beside the target stay unchanged. */
  private static KernelWorkload.Call copy(MemorySegment memory, int scale, Random random) {
    fill(memory, random);
    long half = memory.byteSize() / 2;
    long from = random.nextLong(64, 128);
    long to = half + random.nextLong(64, 128);
    int length = random.nextInt(8) == 0 ? random.nextInt(20) : 4 * scale + random.nextInt(16);
    byte[] expected = memory.asSlice(half, half).toArray(JAVA_BYTE);
    MemorySegment.copy(memory, JAVA_BYTE, from, expected, (int) (to - half), length);
    return new KernelWorkload.Call(
        Map.of("source", address(from), "target", address(to), "length", (long) length),
        (after, _) -> {
          long at = after.asSlice(half, half).mismatch(MemorySegment.ofArray(expected));
          return at < 0
              ? ""
              : "byte %d after the target, of %d from 0x%x to 0x%x, is wrong"
                  .formatted(at - (to - half), length, from, to);
        });
  }

  private static KernelWorkload.Call gather(MemorySegment memory, int scale, Random random) {
    fill(memory, random);
    int n = Math.max(1, scale / 4 + random.nextInt(5));
    long indices = 8L * random.nextInt(600);
    long table = memory.byteSize() / 4;
    long out = memory.byteSize() / 2 + 8L * random.nextInt(8);
    int entries = (int) (memory.byteSize() / 32);
    long[] expected = new long[n];
    for (int i = 0; i < n; i++) {
      int index = random.nextInt(entries);
      memory.set(JAVA_INT_UNALIGNED, indices + 4L * i, index);
      expected[i] = memory.get(JAVA_LONG_UNALIGNED, table + 8L * index);
    }
    return new KernelWorkload.Call(
        Map.of(
            "indices", address(indices),
            "table", address(table),
            "out", address(out),
            "n", (long) n),
        (after, _) -> {
          for (int i = 0; i < n; i++) {
            long found = after.get(JAVA_LONG_UNALIGNED, out + 8L * i);
            if (found != expected[i]) {
              return wrong(i, found, expected[i]);
            }
          }
          return "";
        });
  }

  private static KernelWorkload.Call filter(MemorySegment memory, int scale, Random random) {
    int threshold = random.nextInt();
    ByteBuffer in = ByteBuffer.allocate(4 * scale).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer expected = ByteBuffer.allocate(4 * scale + 4).order(ByteOrder.LITTLE_ENDIAN);
    int passed = 0;
    for (int i = 0; i < scale; i++) {
      int number = random.nextInt();
      in.putInt(number);
      if (Integer.compareUnsigned(number, threshold) >= 0) {
        expected.putInt(number);
        passed++;
      }
    }
    expected.putInt(passed);
    byte[] right = Arrays.copyOf(expected.array(), expected.position());
    return new KernelWorkload.Call(
        Map.of("threshold", threshold & 0xffff_ffffL),
        Map.of("s_axis", in.array()),
        (_, packets) -> {
          byte[] found = packets.getOrDefault("m_axis", new byte[0]);
          return Arrays.equals(found, right)
              ? ""
              : "a packet of %d bytes came out, not the right one of %d"
                  .formatted(found.length, right.length);
        });
  }

  private static KernelWorkload.Call hash(MemorySegment memory, int scale, Random random) {
    fill(memory, random);
    int length = 4 * scale + random.nextInt(70);
    long digest = memory.byteSize() - 4096;
    byte[] expected;
    try {
      expected =
          MessageDigest.getInstance("SHA-256").digest(memory.asSlice(0, length).toArray(JAVA_BYTE));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    return new KernelWorkload.Call(
        Map.of("data", address(0), "length", (long) length, "digest", address(digest)),
        (after, _) -> {
          byte[] found = after.asSlice(digest, 32).toArray(JAVA_BYTE);
          return Arrays.equals(found, expected) ? "" : "the digest is wrong";
        });
  }

  private static void fill(MemorySegment memory, Random random) {
    for (long i = 0; i + 8 <= memory.byteSize(); i += 8) {
      memory.set(JAVA_LONG_UNALIGNED, i, random.nextLong());
    }
  }

  private static long address(long offset) {
    return KernelWorkload.BASE + offset;
  }

  private static String wrong(int index, long found, long expected) {
    return "result %d is 0x%x, not 0x%x".formatted(index, found, expected);
  }

  private static String unchanged(long before, long after) {
    return before == after ? "" : "the kernel wrote past the end of its result";
  }
}
