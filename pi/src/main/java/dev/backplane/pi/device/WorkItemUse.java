package dev.backplane.pi.device;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.Content;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether kernels ask which work item they are. One that does not does the same in each of them, so
 * that it is a task of one work item: the rule by which compilers for FPGAs recognize tasks. Of
 * source only its compiler can tell, see {@link SourceFacts}.
 */
enum WorkItemUse {
  /** No kernel of the program asks: each is a task. */
  TASK(1),
  /** A kernel of the program asks, so that it is meant for a range. */
  RANGE(2),
  /** The format of the code does not tell. */
  UNKNOWN(0);

  /** The functions as modules import them from a library of OpenCL's, with mangled names. */
  private static final Pattern IMPORTED = Pattern.compile("get_(global|local|group)_(linear_)?id");

  private static final int SPIRV_MAGIC = 0x07230203;
  private static final int SPIRV_HEADER = 5;
  private static final int OP_DECORATE = 71;
  private static final int OP_MEMBER_DECORATE = 72;
  private static final int DECORATION_BUILT_IN = 11;

  /** NumWorkgroups; then come all that tell of work items, up to SubgroupLocalInvocationId. */
  private static final int FIRST_BUILT_IN = 24;

  private static final int LAST_BUILT_IN = 41;

  private final byte code;

  WorkItemUse(int code) {
    this.code = (byte) code;
  }

  /** How it is written into binaries. */
  byte code() {
    return code;
  }

  static Optional<WorkItemUse> ofCode(byte code) {
    return Arrays.stream(values()).filter(each -> each.code == code).findFirst();
  }

  /** Reads it from code that is no source. */
  static WorkItemUse of(Image code) {
    return code.format() == ImageFormat.SPIRV ? ofSpirv(code.content()) : UNKNOWN;
  }

  /** What holds of a program that is linked of two. */
  WorkItemUse and(WorkItemUse other) {
    if (this == RANGE || other == RANGE) {
      return RANGE;
    }
    return this == UNKNOWN || other == UNKNOWN ? UNKNOWN : TASK;
  }

  private static WorkItemUse ofSpirv(Content module) {
    IntBuffer words = module.buffer().asIntBuffer();
    if (words.limit() < SPIRV_HEADER || words.get(0) != SPIRV_MAGIC) {
      return UNKNOWN;
    }
    if (IMPORTED.matcher(new String(module.toArray(), StandardCharsets.ISO_8859_1)).find()) {
      return RANGE;
    }
    int at = SPIRV_HEADER;
    while (at < words.limit()) {
      int length = words.get(at) >>> 16;
      int operation = words.get(at) & 0xFFFF;
      if (length == 0 || length > words.limit() - at) {
        return UNKNOWN;
      }
      int decoration = operation == OP_MEMBER_DECORATE ? 3 : 2;
      if ((operation == OP_DECORATE || operation == OP_MEMBER_DECORATE)
          && length > decoration + 1
          && words.get(at + decoration) == DECORATION_BUILT_IN
          && words.get(at + decoration + 1) >= FIRST_BUILT_IN
          && words.get(at + decoration + 1) <= LAST_BUILT_IN) {
        return RANGE;
      }
      at += length;
    }
    return TASK;
  }
}
