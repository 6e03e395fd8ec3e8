package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Memory;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.math.BigInteger;

/**
 * The Java array that holds a memory: its elements are as small as the words allow, or one long per
 * limb.
 *
 * @param depth words
 * @param width bits of a word
 */
record MemoryShape(int depth, int width) {
  static MemoryShape of(Memory memory) {
    MemoryShape shape = new MemoryShape(memory.depth(), memory.width());
    if ((long) shape.depth * shape.limbs() > Integer.MAX_VALUE - 8) {
      throw new RtlException(
          RtlError.IMAGE_NOT_RUNNABLE,
          "memory "
              + memory.name()
              + " of "
              + memory.depth()
              + " words of "
              + memory.width()
              + " bits is larger than a Java array; move it out of the design");
    }
    return shape;
  }

  int limbs() {
    return Bits.limbs(width);
  }

  private ClassDesc element() {
    if (width <= Byte.SIZE) {
      return ConstantDescs.CD_byte;
    }
    if (width <= Short.SIZE) {
      return ConstantDescs.CD_short;
    }
    return width <= Integer.SIZE ? ConstantDescs.CD_int : ConstantDescs.CD_long;
  }

  ClassDesc array() {
    return element().arrayType();
  }

  /** The type of an element on the stack. */
  ClassDesc loaded() {
    return width <= Integer.SIZE ? ConstantDescs.CD_int : ConstantDescs.CD_long;
  }

  /** Replaces the array and the index on the stack by the element, without a sign. */
  void loadElement(CodeBuilder code) {
    if (width <= Byte.SIZE) {
      code.baload().sipush(0xFF).iand();
    } else if (width <= Short.SIZE) {
      code.saload().loadConstant(0xFFFF).iand();
    } else if (width <= Integer.SIZE) {
      code.iaload();
    } else {
      code.laload();
    }
  }

  /** A new array with the initial words. */
  Object powerUp(Memory memory) {
    int count = memory.initial().size();
    if (width <= Byte.SIZE) {
      byte[] array = new byte[depth];
      for (int i = 0; i < count; i++) {
        array[i] = memory.initial().get(i).byteValue();
      }
      return array;
    }
    if (width <= Short.SIZE) {
      short[] array = new short[depth];
      for (int i = 0; i < count; i++) {
        array[i] = memory.initial().get(i).shortValue();
      }
      return array;
    }
    if (width <= Integer.SIZE) {
      int[] array = new int[depth];
      for (int i = 0; i < count; i++) {
        array[i] = memory.initial().get(i).intValue();
      }
      return array;
    }
    long[] array = new long[depth * limbs()];
    for (int i = 0; i < count; i++) {
      BigInteger word = memory.initial().get(i);
      for (int limb = 0; limb < limbs(); limb++) {
        array[i * limbs() + limb] = word.shiftRight(limb * Long.SIZE).longValue();
      }
    }
    return array;
  }
}
