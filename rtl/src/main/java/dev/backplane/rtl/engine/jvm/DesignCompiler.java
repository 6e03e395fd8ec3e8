package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.BytecodeDesign;
import dev.backplane.rtl.engine.EngineStatistics;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistValidator;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.ArrayList;
import java.util.List;

/** Compiles designs. */
public final class DesignCompiler {
  private DesignCompiler() {}

  /**
   * Compiles a design.
   *
   * @param netlist the design
   * @return the design, ready to make engines of
   * @throws RtlException if it contradicts itself, has a loop, or does not fit
   */
  public static BytecodeDesign compile(Netlist netlist) {
    return compile(netlist, Limits.DEFAULT);
  }

  static JvmDesign compile(Netlist netlist, Limits limits) {
    long start = System.nanoTime();
    NetlistValidator.validate(netlist);
    List<MemoryShape> memories = netlist.memories().stream().map(MemoryShape::of).toList();
    WordDesign design = Lowering.lower(netlist);
    for (Limits now = limits; ; now = now.smaller()) {
      Plan plan = new Plan(design, now);
      Fields fields = new Fields(plan, PartAssignment.assign(plan.all(), now.partConstants()));
      ClassShape shape = new ClassShape(plan, fields, memories);
      List<byte[]> classes = write(netlist, shape);
      EngineStatistics statistics = statistics(plan, fields, classes, start);
      if (statistics.largestMethodBytes() <= Limits.LARGEST_METHOD) {
        return new JvmDesign(netlist, memories, design, statistics, classes);
      }
      if (!now.canShrink()) {
        throw tooLarge(
            netlist,
            "an operation takes " + statistics.largestMethodBytes() + " bytes of bytecode",
            null);
      }
    }
  }

  private static List<byte[]> write(Netlist netlist, ClassShape shape) {
    try {
      List<byte[]> classes = new ArrayList<>();
      for (int part = 0; part < shape.fields().parts(); part++) {
        classes.add(ClassWriter.write(shape, part));
      }
      return classes;
    } catch (IllegalArgumentException e) {
      throw tooLarge(netlist, "a class or method exceeds the format: " + e.getMessage(), e);
    }
  }

  private static RtlException tooLarge(
      Netlist netlist, String why, @org.jspecify.annotations.Nullable Throwable cause) {
    return new RtlException(
        RtlError.IMAGE_NOT_RUNNABLE,
        "design "
            + netlist.top()
            + " is too large for the jvm engine: "
            + why
            + "; use the verilator engine, or split its widest values",
        cause);
  }

  private static EngineStatistics statistics(
      Plan plan, Fields fields, List<byte[]> classes, long start) {
    int methods = 0;
    int largest = 0;
    int bytes = 0;
    for (byte[] file : classes) {
      for (MethodModel method : ClassFile.of().parse(file).methods()) {
        int length = method.code().map(code -> ((CodeAttribute) code).codeLength()).orElse(0);
        largest = Math.max(largest, length);
        if (method.methodName().stringValue().startsWith("c")) {
          methods++;
          bytes += length;
        }
      }
    }
    int[] operations = new int[1];
    for (Chunk chunk : plan.all()) {
      chunk.forEachWord(
          word -> operations[0] += word.op().isLeaf() || chunk.phase().isFetched(word) ? 0 : 1);
      operations[0] += (int) chunk.computes();
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    return new EngineStatistics(
        operations[0], classes.size(), methods, largest, bytes, fields.count(), millis);
  }
}
