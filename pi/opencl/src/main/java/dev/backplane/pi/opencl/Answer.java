package dev.backplane.pi.opencl;

import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;

/**
 * Answers a query by the rules that all of them share: value and size may be left out, and a size
 * that is too small is refused.
 *
 * @param size how many bytes there is room for
 * @param value where the value goes, or 0
 * @param sizeRet where its size goes, or 0
 */
record Answer(long size, long value, long sizeRet) {
  int ofInt(int answer) {
    return of(Integer.BYTES, at -> RawMemory.putInt(at, answer));
  }

  int ofBool(boolean answer) {
    return ofInt(answer ? 1 : 0);
  }

  int ofLongs(long... answer) {
    return of(
        (long) Long.BYTES * answer.length,
        at -> {
          for (int i = 0; i < answer.length; i++) {
            RawMemory.putLong(at + (long) Long.BYTES * i, answer[i]);
          }
        });
  }

  int ofText(String answer) {
    byte[] bytes = (answer + '\0').getBytes(StandardCharsets.UTF_8);
    return of(
        bytes.length,
        at ->
            MemorySegment.copy(
                bytes, 0, RawMemory.at(at, bytes.length), ValueLayout.JAVA_BYTE, 0, bytes.length));
  }

  private int of(long bytes, LongConsumer write) {
    if (value != 0) {
      if (size < bytes) {
        return PiResult.INVALID_VALUE;
      }
      write.accept(value);
    }
    if (sizeRet != 0) {
      RawMemory.putLong(sizeRet, bytes);
    }
    return PiResult.SUCCESS;
  }
}
