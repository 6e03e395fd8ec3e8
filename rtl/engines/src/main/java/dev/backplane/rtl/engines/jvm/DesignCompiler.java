package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.BytecodeDesign;
import dev.backplane.rtl.engines.EngineStatistics;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistValidator;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.ArrayList;
import java.util.List;

/** Compiles netlists to loaded classes. */
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
    return compile(netlist, CodeSizeLimits.DEFAULT);
  }

  static JvmDesign compile(Netlist netlist, CodeSizeLimits limits) {
    return compile(netlist, limits, GatingPolicy.DEFAULT);
  }

  static JvmDesign compile(Netlist netlist, CodeSizeLimits limits, GatingPolicy gating) {
    return JvmDesign.load(netlist, generate(netlist, limits), gating);
  }

  /** Compiles a design to classes that are not loaded yet. */
  static GeneratedCode generate(Netlist netlist, CodeSizeLimits limits) {
    return generate(netlist, limits, false);
  }

  /** Compiles a design to classes that skip what is idle, and have the registers of the others. */
  static GeneratedCode generateGated(Netlist netlist, CodeSizeLimits limits) {
    return generate(netlist, limits, true);
  }

  private static GeneratedCode generate(Netlist netlist, CodeSizeLimits limits, boolean gated) {
    long start = System.nanoTime();
    NetlistValidator.validate(netlist);
    List<MemoryShape> memories = netlist.memories().stream().map(MemoryShape::of).toList();
    WordDesign design = MuxChains.toSelections(NetlistLowering.lower(netlist));
    WordTypes types = new WordTypes(design);
    for (CodeSizeLimits current = limits; ; current = current.smaller()) {
      Schedule schedule = new Schedule(design, current, gated);
      FieldLayout fields =
          new FieldLayout(
              schedule, types, PartAssignment.assign(schedule.chunks(), current.partConstants()));
      ActivityGates gates = gated ? new ActivityGates(schedule, fields) : null;
      CodegenContext context = new CodegenContext(schedule, fields, types, memories, gates);
      List<byte[]> classes = write(netlist, context);
      EngineStatistics statistics = statistics(schedule, fields, classes, start);
      if (statistics.largestMethodBytes() <= CodeSizeLimits.MAX_METHOD_BYTES) {
        return new GeneratedCode(design.pinWords(), design.scratchWords(), statistics, classes);
      }
      if (!current.canShrink()) {
        throw tooLarge(
            netlist,
            "an operation takes " + statistics.largestMethodBytes() + " bytes of bytecode",
            null);
      }
    }
  }

  private static List<byte[]> write(Netlist netlist, CodegenContext context) {
    try {
      List<byte[]> classes = new ArrayList<>();
      for (int part = 0; part < context.fields().parts(); part++) {
        classes.add(PartWriter.write(context, part));
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
      Schedule schedule, FieldLayout fields, List<byte[]> classes, long start) {
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
    for (Chunk chunk : schedule.chunks()) {
      chunk.forEachWord(
          word -> operations[0] += word.op().isLeaf() || chunk.region().isStored(word) ? 0 : 1);
      operations[0] += (int) chunk.computeCount();
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    return new EngineStatistics(
        operations[0], classes.size(), methods, largest, bytes, fields.count(), millis);
  }
}
