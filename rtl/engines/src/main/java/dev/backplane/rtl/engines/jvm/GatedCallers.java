package dev.backplane.rtl.engines.jvm;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Generates the methods of a gated design that evaluate the chunks whose bits are set. Part 0 has
 * them, and the fields with the bits.
 */
final class GatedCallers {
  /** Input words that one generated method looks at. */
  private static final int MAX_INPUTS_PER_METHOD = 100;

  private static final int PINS = 1;
  private static final int FIRST_FREE_LOCAL = 3;
  private static final int WORK = 1;

  private final ClassBuilder builder;
  private final CodegenContext context;
  private final ActivityGates gates;
  private final ClassDesc self = CodegenContext.partClass(0);

  private GatedCallers(ClassBuilder builder, CodegenContext context, ActivityGates gates) {
    this.builder = builder;
    this.context = context;
    this.gates = gates;
  }

  /** Adds the methods {@code settle} and {@code edge0}, and one that wakes everything. */
  static void add(ClassBuilder builder, CodegenContext context, ActivityGates gates) {
    new GatedCallers(builder, context, gates).add();
  }

  private void add() {
    List<String> settle = new ArrayList<>(addInputs());
    addGroups("settle", settle, gates.settle(), _ -> {});
    addGroups("edge0", List.of(), gates.edge(), this::advance);
    builder.withMethodBody(
        "chunks",
        MethodTypeDesc.of(ConstantDescs.CD_int),
        ClassFile.ACC_PUBLIC,
        code -> code.loadConstant(chunks()).ireturn());
    addMethod(
        "wakeAll",
        code -> {
          for (List<ActivityGates.Group> groups : List.of(gates.settle(), gates.edge())) {
            for (ActivityGates.Group group : groups) {
              code.aload(0).loadConstant(-1L);
              context.putField(code, group.flags());
            }
          }
        });
  }

  private int chunks() {
    return java.util.stream.Stream.of(gates.settle(), gates.edge())
        .flatMap(List::stream)
        .mapToInt(group -> group.chunks().size())
        .sum();
  }

  private void addMethod(String name, Consumer<CodeBuilder> body) {
    builder.withMethodBody(
        name,
        ConstantDescs.MTD_void,
        ClassFile.ACC_PUBLIC,
        code -> {
          body.accept(code);
          code.return_();
        });
  }

  /** Methods that compare input pins with what they were, and wake who uses those that changed. */
  private List<String> addInputs() {
    List<Map.Entry<Long, ActivityGates.Wake>> pins = List.copyOf(gates.ofPins().entrySet());
    List<String> names = new ArrayList<>();
    for (int at = 0; at < pins.size(); at += MAX_INPUTS_PER_METHOD) {
      var some = pins.subList(at, Math.min(pins.size(), at + MAX_INPUTS_PER_METHOD));
      String name = "in" + at;
      names.add(name);
      addMethod(name, code -> writeInputs(code, some));
    }
    return names;
  }

  private void writeInputs(CodeBuilder code, List<Map.Entry<Long, ActivityGates.Wake>> pins) {
    int[] local = {FIRST_FREE_LOCAL};
    int value = local[0];
    local[0] += 2;
    WakeWriter wakes = new WakeWriter(code, context, 0, () -> local[0]++);
    context.loadPins(code, PINS);
    pins.forEach(pin -> wakes.prepare(pin.getValue()));
    for (Map.Entry<Long, ActivityGates.Wake> pin : pins) {
      Integer change = wakes.change(pin.getValue());
      if (change != null) {
        FieldLayout.Field before = context.fields().pinField(pin.getKey());
        code.aload(PINS).loadConstant(Math.toIntExact(pin.getKey())).laload().lstore(value);
        context.pushField(code, 0, before);
        code.lload(value);
        wakes.noteDifference(change, false);
        context.pushOwner(code, 0, before);
        code.lload(value);
        context.putField(code, before);
      }
    }
    wakes.finish();
  }

  private void addGroups(
      String name,
      List<String> before,
      List<ActivityGates.Group> groups,
      Consumer<CodeBuilder> after) {
    for (int i = 0; i < groups.size(); i++) {
      ActivityGates.Group group = groups.get(i);
      addMethod(name + "_" + i, code -> writeGroup(code, group));
    }
    addMethod(
        name,
        code -> {
          before.forEach(each -> code.aload(0).invokevirtual(self, each, ConstantDescs.MTD_void));
          for (int i = 0; i < groups.size(); i++) {
            Label idle = code.newLabel();
            context.pushField(code, 0, groups.get(i).flags());
            code.lconst_0().lcmp().ifeq(idle);
            code.aload(0).invokevirtual(self, name + "_" + i, ConstantDescs.MTD_void);
            code.labelBinding(idle);
          }
          after.accept(code);
        });
  }

  private void writeGroup(CodeBuilder code, ActivityGates.Group group) {
    code.iconst_0().istore(WORK);
    for (int i = 0; i < group.chunks().size(); i++) {
      Chunk chunk = group.chunks().get(i);
      Label idle = code.newLabel();
      context.pushField(code, 0, group.flags());
      code.loadConstant(1L << i).land().lconst_0().lcmp().ifeq(idle);
      code.aload(0);
      if (chunk.part() != 0) {
        code.getfield(self, "p" + chunk.part(), CodegenContext.partClass(chunk.part()));
      }
      code.invokevirtual(
          CodegenContext.partClass(chunk.part()), chunk.methodName(), ConstantDescs.MTD_void);
      code.iinc(WORK, 1);
      code.labelBinding(idle);
    }
    // Chunks wake later ones only, so none of these has been woken again.
    code.aload(0).lconst_0();
    context.putField(code, group.flags());
    code.aload(0).dup().getfield(CodegenContext.PART, "work", ConstantDescs.CD_long);
    code.iload(WORK).i2l().ladd().putfield(CodegenContext.PART, "work", ConstantDescs.CD_long);
  }

  /** Generates code that moves the bits for the next edge to the bits for this edge. */
  private void advance(CodeBuilder code) {
    for (ActivityGates.Group group : gates.edge()) {
      code.aload(0);
      context.pushField(code, 0, group.next());
      context.putField(code, group.flags());
      code.aload(0).lconst_0();
      context.putField(code, group.next());
    }
  }
}
