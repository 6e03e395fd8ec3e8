package dev.backplane.compiler.folding;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.resource.Resources;
import java.util.Map;

/**
 * The hardware that a network may need at most. Immutable.
 *
 * @param multipliers how many multipliers, each of which is a DSP block
 * @param memoryBlocks how many blocks of memory of 36 Kib; memories are counted by their bits
 */
public record Budget(long multipliers, long memoryBlocks) {
  private static final long BLOCK_BITS = 36 * 1024;

  /** No limits. */
  public static final Budget NONE = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);

  /**
   * A budget from text.
   *
   * @param limits {@code dsp} and {@code bram}, of which either may be missing
   * @return the budget
   * @throws CompilerException naming a limit of something else, or one that is no number
   */
  public static Budget of(Map<String, String> limits) {
    for (String name : limits.keySet()) {
      if (!name.equals("dsp") && !name.equals("bram")) {
        throw invalid(name, "it is not estimated; limit dsp or bram");
      }
    }
    return new Budget(limit(limits, "dsp"), limit(limits, "bram"));
  }

  private static long limit(Map<String, String> limits, String name) {
    String text = limits.get(name);
    if (text == null) {
      return Long.MAX_VALUE;
    }
    if (!text.matches("[0-9]{1,15}")) {
      throw invalid(name, "'" + text + "' is not a whole number");
    }
    return Long.parseLong(text);
  }

  private static CompilerException invalid(String name, String problem) {
    return new CompilerException(CompilerError.ATTRIBUTE_INVALID, "budget " + name, problem);
  }

  /** {@return how many bits the blocks of memory have} */
  public long memoryBits() {
    return memoryBlocks > Long.MAX_VALUE / BLOCK_BITS ? Long.MAX_VALUE : memoryBlocks * BLOCK_BITS;
  }

  /** {@return whether this much hardware is within the budget} */
  public boolean holds(Resources needed) {
    return needed.multipliers() <= multipliers
        && Math.ceilDiv(needed.memoryBits(), BLOCK_BITS) <= memoryBlocks;
  }
}
