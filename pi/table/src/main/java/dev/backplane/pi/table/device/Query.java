package dev.backplane.pi.table.device;

import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** Asks a table for what it knows of an object: how many bytes that is, then the bytes. */
final class Query {
  /** A question whose object and name are given. */
  @FunctionalInterface
  interface Question {
    /** Asks. */
    int ask(long size, long value, long sizeRet);
  }

  private Query() {}

  /** A number of 4 or 8 bytes. */
  static long number(Results results, String operation, Question question) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment value = frame.allocate(Long.BYTES, Long.BYTES);
      value.set(ValueLayout.JAVA_LONG, 0, 0);
      results.check(question.ask(Long.BYTES, value.address(), 0), operation);
      return value.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  /** A number that the device may not know. */
  static OptionalLong numberIfKnown(Question question) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment value = frame.allocate(Long.BYTES, Long.BYTES);
      value.set(ValueLayout.JAVA_LONG, 0, 0);
      return question.ask(Long.BYTES, value.address(), 0) == PiResult.SUCCESS
          ? OptionalLong.of(value.get(ValueLayout.JAVA_LONG, 0))
          : OptionalLong.empty();
    }
  }

  /** Tells whether the plugin answers a question. */
  static boolean isAnswered(Question question) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment size = frame.allocate(Long.BYTES, Long.BYTES);
      return question.ask(0, 0, size.address()) == PiResult.SUCCESS;
    }
  }

  /** A text that the device may not know; empty then. */
  static String textIfKnown(Results results, String operation, Question question) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
      if (!results.isSuccess(question.ask(0, 0, size.address()), operation)) {
        return "";
      }
      long count = size.get(ValueLayout.JAVA_LONG, 0);
      if (count <= 0) {
        return "";
      }
      MemorySegment value = arena.allocate(count, Long.BYTES);
      return results.isSuccess(question.ask(count, value.address(), 0), operation)
          ? text(value.toArray(ValueLayout.JAVA_BYTE))
          : "";
    }
  }

  static byte[] bytes(Results results, String operation, Question question) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
      results.check(question.ask(0, 0, size.address()), operation);
      long count = size.get(ValueLayout.JAVA_LONG, 0);
      if (count == 0) {
        return new byte[0];
      }
      MemorySegment value = arena.allocate(count, Long.BYTES);
      results.check(question.ask(count, value.address(), 0), operation);
      return value.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  static String text(Results results, String operation, Question question) {
    return text(bytes(results, operation, question));
  }

  /** A text, without the zero at its end. */
  private static String text(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  static long[] longs(Results results, String operation, Question question) {
    return MemorySegment.ofArray(bytes(results, operation, question))
        .toArray(ValueLayout.JAVA_LONG_UNALIGNED);
  }
}
