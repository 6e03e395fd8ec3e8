package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.engines.PinWords;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;

/**
 * Pins whose words lie in an array. {@link #define} generates subclasses without loops and without
 * an array of places, which take a third of the time.
 */
class ArrayWords implements PinWords {
  private static final ClassDesc SUPER = ArrayWords.class.describeConstable().orElseThrow();
  private static final ClassDesc WORDS = ConstantDescs.CD_long.arrayType();
  private static final MethodType CONSTRUCTOR =
      MethodType.methodType(void.class, BytecodeEngine.class, long[].class, List.class);

  /** The words of all pins of the engine. */
  final long[] words;

  private final BytecodeEngine engine;
  private final List<ArrayPin> pins;
  private final int[] slots;
  private final long[] masks;
  private final boolean inputs;

  ArrayWords(BytecodeEngine engine, long[] words, List<ArrayPin> pins) {
    this.engine = engine;
    this.words = words;
    this.pins = pins;
    slots = pins.stream().flatMapToInt(ArrayPin::slots).toArray();
    masks = pins.stream().flatMapToLong(ArrayPin::masks).toArray();
    inputs = pins.stream().allMatch(ArrayPin::isInput);
  }

  @Override
  public final int count() {
    return slots.length;
  }

  @Override
  public void read(long[] into) {
    for (int i = 0; i < slots.length; i++) {
      into[i] = words[slots[i]];
    }
  }

  @Override
  public final void write(long[] from, int offset) {
    if (!inputs) {
      pins.forEach(ArrayPin::requireInput);
    }
    Objects.checkFromIndexSize(offset, slots.length, from.length);
    drive(from, offset);
    engine.invalidate();
  }

  /** Copies words that are there to pins that are inputs. */
  void drive(long[] from, int offset) {
    for (int i = 0; i < slots.length; i++) {
      words[slots[i]] = from[offset + i] & masks[i];
    }
  }

  @Override
  public final boolean matches(long[] earlier) {
    long differences = 0;
    for (int i = 0; i < slots.length; i++) {
      differences |= words[slots[i]] ^ earlier[i];
    }
    return differences == 0;
  }

  /**
   * Generates a class for pins.
   *
   * @param like these pins, of any engine of the design
   * @return its constructor, with the parameters of this class's
   */
  static MethodHandle define(ArrayWords like) {
    MethodTypeDesc constructor = CONSTRUCTOR.describeConstable().orElseThrow();
    byte[] file =
        ClassFile.of()
            .build(
                ClassDesc.of(ArrayWords.class.getPackageName(), "Words"),
                builder ->
                    builder
                        .withSuperclass(SUPER)
                        .withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                        .withMethodBody(
                            ConstantDescs.INIT_NAME,
                            constructor,
                            0,
                            code ->
                                code.aload(0)
                                    .aload(1)
                                    .aload(2)
                                    .aload(3)
                                    .invokespecial(SUPER, ConstantDescs.INIT_NAME, constructor)
                                    .return_())
                        .withMethodBody(
                            "read",
                            MethodTypeDesc.of(ConstantDescs.CD_void, WORDS),
                            ClassFile.ACC_PUBLIC,
                            like::writeRead)
                        .withMethodBody(
                            "drive",
                            MethodTypeDesc.of(ConstantDescs.CD_void, WORDS, ConstantDescs.CD_int),
                            0,
                            like::writeDrive));
    try {
      MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(file, true);
      return hidden
          .findConstructor(hidden.lookupClass(), CONSTRUCTOR)
          .asType(CONSTRUCTOR.changeReturnType(ArrayWords.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the generated access to pins is not a class", e);
    }
  }

  private void writeRead(CodeBuilder code) {
    code.aload(0).getfield(SUPER, "words", WORDS).astore(2);
    for (int i = 0; i < slots.length; i++) {
      code.aload(1).loadConstant(i).aload(2).loadConstant(slots[i]).laload().lastore();
    }
    code.return_();
  }

  private void writeDrive(CodeBuilder code) {
    code.aload(0).getfield(SUPER, "words", WORDS).astore(3);
    for (int i = 0; i < slots.length; i++) {
      code.aload(3).loadConstant(slots[i]);
      code.aload(1).iload(2).loadConstant(i).iadd().laload();
      if (masks[i] != -1L) {
        code.loadConstant(masks[i]).land();
      }
      code.lastore();
    }
    code.return_();
  }
}
