package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.engines.PinBits;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Generates readers of one-bit pins whose words lie in an array. A reader has no loop: the harness
 * reads handshakes in every cycle, and a loop over places costs several times the reading.
 */
abstract class ArrayBits implements PinBits {
  private static final ClassDesc SUPER = ArrayBits.class.describeConstable().orElseThrow();
  private static final ClassDesc WORDS = ConstantDescs.CD_long.arrayType();
  private static final MethodTypeDesc CONSTRUCTOR = MethodTypeDesc.of(ConstantDescs.CD_void, WORDS);

  /** The words of all pins of the engine. */
  final long[] words;

  ArrayBits(long[] words) {
    this.words = words;
  }

  /**
   * Generates a class of readers.
   *
   * @param slots the index of each pin, the one for the lowest bit first
   * @return its constructor, from the words of all pins to an object
   */
  static MethodHandle define(List<Integer> slots) {
    byte[] file =
        ClassFile.of()
            .build(
                ClassDesc.of(ArrayBits.class.getPackageName(), "Bits"),
                builder ->
                    builder
                        .withSuperclass(SUPER)
                        .withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                        .withMethodBody(
                            ConstantDescs.INIT_NAME,
                            CONSTRUCTOR,
                            0,
                            code ->
                                code.aload(0)
                                    .aload(1)
                                    .invokespecial(SUPER, ConstantDescs.INIT_NAME, CONSTRUCTOR)
                                    .return_())
                        .withMethodBody(
                            "get",
                            MethodTypeDesc.of(ConstantDescs.CD_long),
                            ClassFile.ACC_PUBLIC,
                            code -> writeGet(code, slots)));
    try {
      MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(file, true);
      return hidden
          .findConstructor(hidden.lookupClass(), MethodType.methodType(void.class, long[].class))
          .asType(MethodType.methodType(PinBits.class, long[].class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the generated reader of pins is not a class", e);
    }
  }

  private static void writeGet(CodeBuilder code, List<Integer> slots) {
    code.aload(0).getfield(SUPER, "words", WORDS).astore(1).lconst_0();
    for (int bit = 0; bit < slots.size(); bit++) {
      code.aload(1).loadConstant(slots.get(bit).intValue()).laload();
      if (bit > 0) {
        code.loadConstant(bit).lshl();
      }
      code.lor();
    }
    code.lreturn();
  }
}
