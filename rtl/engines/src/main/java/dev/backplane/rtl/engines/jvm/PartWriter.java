package dev.backplane.rtl.engines.jvm;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Generates the class of one part. */
final class PartWriter {
  private static final ClassDesc WORDS = ConstantDescs.CD_long.arrayType();
  private static final ClassDesc OBJECTS = ConstantDescs.CD_Object.arrayType();
  private static final MethodTypeDesc CONSTRUCTOR =
      MethodTypeDesc.of(ConstantDescs.CD_void, WORDS, WORDS);
  private static final MethodTypeDesc LINK =
      MethodTypeDesc.of(ConstantDescs.CD_void, CodegenContext.PART.arrayType(), OBJECTS);
  private static final MethodTypeDesc EDGE =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  /** The most calls or stores that one generated method makes. */
  private static final int MAX_CALLS_PER_METHOD = 400;

  private final CodegenContext context;
  private final int part;
  private final ClassDesc self;
  private final List<Integer> memories;
  private int groups;

  private PartWriter(CodegenContext context, int part) {
    this.context = context;
    this.part = part;
    this.self = CodegenContext.partClass(part);
    Set<Integer> accessed = new TreeSet<>();
    context.schedule().chunks().stream()
        .filter(chunk -> chunk.part() == part)
        .forEach(chunk -> accessed.addAll(chunk.memories()));
    this.memories = List.copyOf(accessed);
  }

  static byte[] write(CodegenContext context, int part) {
    PartWriter writer = new PartWriter(context, part);
    return ClassFile.of(
            ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS)
        .build(writer.self, writer::build);
  }

  private void build(ClassBuilder builder) {
    builder.withSuperclass(CodegenContext.PART);
    builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER);
    for (FieldLayout.Field field : context.fields().fields(part)) {
      builder.withField(field.name(), field.type(), 0);
    }
    for (int i = 0; i < context.fields().parts(); i++) {
      builder.withField("p" + i, CodegenContext.partClass(i), 0);
    }
    for (int i : memories) {
      builder.withField("m" + i, context.memory(i).array(), 0);
    }
    addMethod(
        builder,
        ConstantDescs.INIT_NAME,
        CONSTRUCTOR,
        code ->
            code.aload(0)
                .aload(1)
                .aload(2)
                .invokespecial(CodegenContext.PART, ConstantDescs.INIT_NAME, CONSTRUCTOR));
    for (Chunk chunk : context.schedule().chunks()) {
      if (chunk.part() == part) {
        builder.withMethodBody(
            chunk.methodName(),
            ConstantDescs.MTD_void,
            0,
            code -> new ChunkWriter(code, context, chunk).write());
      }
    }
    addLink(builder);
    if (part == 0) {
      addEdge(builder);
      ActivityGates gates = context.gates();
      if (gates == null) {
        List<List<Chunk>> edges = context.schedule().edges();
        addCaller(builder, "settle", context.schedule().settle());
        for (int clock = 0; clock < edges.size(); clock++) {
          addCaller(builder, "edge" + clock, edges.get(clock));
        }
      } else {
        GatedCallers.add(builder, context, gates);
      }
    } else {
      addMethod(builder, "settle", ConstantDescs.MTD_void, _ -> {});
      addMethod(builder, "edge", EDGE, _ -> {});
    }
  }

  private static void addMethod(
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

  private void addLink(ClassBuilder builder) {
    Map<Long, FieldLayout.Field> states = new TreeMap<>(context.fields().stateFields());
    List<Long> initial = context.schedule().design().initial();
    List<Long> slots = new ArrayList<>();
    states.forEach(
        (slot, field) -> {
          if (field.part() == part && initial.get(Math.toIntExact(slot)) != 0) {
            slots.add(slot);
          }
        });
    List<String> setters = new ArrayList<>();
    for (int at = 0; at < slots.size(); at += MAX_CALLS_PER_METHOD) {
      List<Long> some = slots.subList(at, Math.min(slots.size(), at + MAX_CALLS_PER_METHOD));
      String name = "i" + at;
      setters.add(name);
      addMethod(
          builder,
          name,
          ConstantDescs.MTD_void,
          code ->
              some.forEach(
                  slot -> {
                    code.aload(0);
                    context.pushConstant(
                        code,
                        initial.get(Math.toIntExact(slot)),
                        context.types().isNarrowState(slot));
                    context.putField(code, context.fields().stateField(slot));
                  }));
    }
    List<String> linkers = addLinkers(builder);
    addMethod(
        builder,
        "link",
        LINK,
        code -> {
          linkers.forEach(name -> code.aload(0).aload(1).aload(2).invokevirtual(self, name, LINK));
          setters.forEach(name -> code.aload(0).invokevirtual(self, name, ConstantDescs.MTD_void));
        });
  }

  /** Methods that store the arguments of {@code link}, some parts and memories each. */
  private List<String> addLinkers(ClassBuilder builder) {
    int parts = context.fields().parts();
    int all = parts + memories.size();
    List<String> names = new ArrayList<>();
    for (int at = 0; at < all; at += MAX_CALLS_PER_METHOD) {
      int from = at;
      String name = "l" + at;
      names.add(name);
      addMethod(
          builder,
          name,
          LINK,
          code -> {
            for (int i = from; i < Math.min(all, from + MAX_CALLS_PER_METHOD); i++) {
              boolean part = i < parts;
              int index = part ? i : memories.get(i - parts);
              ClassDesc type =
                  part ? CodegenContext.partClass(index) : context.memory(index).array();
              code.aload(0).aload(part ? 1 : 2).loadConstant(index).aaload().checkcast(type);
              code.putfield(self, (part ? "p" : "m") + index, type);
            }
          });
    }
    return names;
  }

  private void addEdge(ClassBuilder builder) {
    List<List<Chunk>> edges = context.schedule().edges();
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

  /** Adds a method that calls chunks; many chunks are called through intermediate methods. */
  private void addCaller(ClassBuilder builder, String name, List<Chunk> chunks) {
    if (chunks.size() <= MAX_CALLS_PER_METHOD) {
      addMethod(
          builder, name, ConstantDescs.MTD_void, code -> chunks.forEach(c -> callChunk(code, c)));
      return;
    }
    List<String> names = new ArrayList<>();
    for (int at = 0; at < chunks.size(); at += MAX_CALLS_PER_METHOD) {
      String group = "g" + groups++;
      names.add(group);
      addCaller(
          builder, group, chunks.subList(at, Math.min(chunks.size(), at + MAX_CALLS_PER_METHOD)));
    }
    addMethod(
        builder,
        name,
        ConstantDescs.MTD_void,
        code ->
            names.forEach(
                group -> code.aload(0).invokevirtual(self, group, ConstantDescs.MTD_void)));
  }

  private void callChunk(CodeBuilder code, Chunk chunk) {
    code.aload(0);
    if (chunk.part() != part) {
      code.getfield(self, "p" + chunk.part(), CodegenContext.partClass(chunk.part()));
    }
    code.invokevirtual(
        CodegenContext.partClass(chunk.part()), chunk.methodName(), ConstantDescs.MTD_void);
  }
}
