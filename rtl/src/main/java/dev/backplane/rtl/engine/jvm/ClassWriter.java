package dev.backplane.rtl.engine.jvm;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the class of one part. */
final class ClassWriter {
  private static final ClassDesc WORDS = ConstantDescs.CD_long.arrayType();
  private static final ClassDesc OBJECTS = ConstantDescs.CD_Object.arrayType();
  private static final MethodTypeDesc CONSTRUCTOR =
      MethodTypeDesc.of(ConstantDescs.CD_void, WORDS, WORDS);
  private static final MethodTypeDesc LINK =
      MethodTypeDesc.of(ConstantDescs.CD_void, ClassShape.PART.arrayType(), OBJECTS);
  private static final MethodTypeDesc EDGE =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  /** How many calls or stores one method makes at most. */
  private static final int LONGEST_LIST = 400;

  private final ClassShape shape;
  private final int part;
  private final ClassDesc self;
  private int groups;

  private ClassWriter(ClassShape shape, int part) {
    this.shape = shape;
    this.part = part;
    this.self = ClassShape.part(part);
  }

  static byte[] write(ClassShape shape, int part) {
    ClassWriter writer = new ClassWriter(shape, part);
    return ClassFile.of(
            ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS)
        .build(writer.self, writer::build);
  }

  private void build(ClassBuilder builder) {
    builder.withSuperclass(ClassShape.PART);
    builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER);
    for (String name : shape.fields().names(part)) {
      builder.withField(name, ConstantDescs.CD_long, 0);
    }
    for (int i = 0; i < shape.fields().parts(); i++) {
      builder.withField("p" + i, ClassShape.part(i), 0);
    }
    for (int i = 0; i < shape.memories().size(); i++) {
      builder.withField("m" + i, shape.memory(i).array(), 0);
    }
    method(
        builder,
        ConstantDescs.INIT_NAME,
        CONSTRUCTOR,
        code ->
            code.aload(0)
                .aload(1)
                .aload(2)
                .invokespecial(ClassShape.PART, ConstantDescs.INIT_NAME, CONSTRUCTOR));
    for (Chunk chunk : shape.plan().all()) {
      if (chunk.part() == part) {
        builder.withMethodBody(
            chunk.method(),
            ConstantDescs.MTD_void,
            0,
            code -> new ChunkWriter(code, shape, chunk).write());
      }
    }
    link(builder);
    if (part == 0) {
      run(builder, "settle", shape.plan().settle());
      edge(builder);
    } else {
      method(builder, "settle", ConstantDescs.MTD_void, _ -> {});
      method(builder, "edge", EDGE, _ -> {});
    }
  }

  private static void method(
      ClassBuilder builder,
      String name,
      MethodTypeDesc type,
      java.util.function.Consumer<CodeBuilder> body) {
    builder.withMethodBody(
        name,
        type,
        ClassFile.ACC_PUBLIC,
        code -> {
          body.accept(code);
          code.return_();
        });
  }

  private void link(ClassBuilder builder) {
    Map<Long, Fields.Field> states = new TreeMap<>(shape.fields().states());
    List<Long> initial = shape.plan().design().initial();
    List<Long> slots = new ArrayList<>();
    states.forEach(
        (slot, field) -> {
          if (field.part() == part && initial.get(Math.toIntExact(slot)) != 0) {
            slots.add(slot);
          }
        });
    List<String> setters = new ArrayList<>();
    for (int at = 0; at < slots.size(); at += LONGEST_LIST) {
      List<Long> some = slots.subList(at, Math.min(slots.size(), at + LONGEST_LIST));
      String name = "i" + at;
      setters.add(name);
      method(
          builder,
          name,
          ConstantDescs.MTD_void,
          code ->
              some.forEach(
                  slot -> {
                    code.aload(0);
                    shape.constant(code, initial.get(Math.toIntExact(slot)));
                    shape.put(code, shape.fields().state(slot));
                  }));
    }
    List<String> linkers = linkers(builder);
    method(
        builder,
        "link",
        LINK,
        code -> {
          linkers.forEach(name -> code.aload(0).aload(1).aload(2).invokevirtual(self, name, LINK));
          setters.forEach(name -> code.aload(0).invokevirtual(self, name, ConstantDescs.MTD_void));
        });
  }

  /** Methods that take what {@code link} is given, some parts and memories each. */
  private List<String> linkers(ClassBuilder builder) {
    int parts = shape.fields().parts();
    int all = parts + shape.memories().size();
    List<String> names = new ArrayList<>();
    for (int at = 0; at < all; at += LONGEST_LIST) {
      int from = at;
      String name = "l" + at;
      names.add(name);
      method(
          builder,
          name,
          LINK,
          code -> {
            for (int i = from; i < Math.min(all, from + LONGEST_LIST); i++) {
              boolean part = i < parts;
              int index = part ? i : i - parts;
              ClassDesc type = part ? ClassShape.part(index) : shape.memory(index).array();
              code.aload(0).aload(part ? 1 : 2).loadConstant(index).aaload().checkcast(type);
              code.putfield(self, (part ? "p" : "m") + index, type);
            }
          });
    }
    return names;
  }

  private void edge(ClassBuilder builder) {
    List<List<Chunk>> edges = shape.plan().edges();
    for (int clock = 0; clock < edges.size(); clock++) {
      run(builder, "edge" + clock, edges.get(clock));
    }
    builder.withMethodBody(
        "edge",
        EDGE,
        ClassFile.ACC_PUBLIC,
        code -> {
          for (int clock = 0; clock < edges.size(); clock++) {
            int number = clock;
            code.iload(1).loadConstant(clock).isub();
            code.ifThen(
                java.lang.classfile.Opcode.IFEQ,
                then ->
                    then.aload(0)
                        .invokevirtual(self, "edge" + number, ConstantDescs.MTD_void)
                        .return_());
          }
          code.return_();
        });
  }

  /** A method that calls chunks, through methods that call some of them each if they are many. */
  private void run(ClassBuilder builder, String name, List<Chunk> chunks) {
    if (chunks.size() <= LONGEST_LIST) {
      method(builder, name, ConstantDescs.MTD_void, code -> chunks.forEach(c -> call(code, c)));
      return;
    }
    List<String> names = new ArrayList<>();
    for (int at = 0; at < chunks.size(); at += LONGEST_LIST) {
      String group = "g" + groups++;
      names.add(group);
      run(builder, group, chunks.subList(at, Math.min(chunks.size(), at + LONGEST_LIST)));
    }
    method(
        builder,
        name,
        ConstantDescs.MTD_void,
        code ->
            names.forEach(
                group -> code.aload(0).invokevirtual(self, group, ConstantDescs.MTD_void)));
  }

  private void call(CodeBuilder code, Chunk chunk) {
    code.aload(0);
    if (chunk.part() != part) {
      code.getfield(self, "p" + chunk.part(), ClassShape.part(chunk.part()));
    }
    code.invokevirtual(ClassShape.part(chunk.part()), chunk.method(), ConstantDescs.MTD_void);
  }
}
