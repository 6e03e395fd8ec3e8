/**
 * Compiles netlists to bytecode.
 *
 * <p>The passes: {@link dev.backplane.rtl.netlist.NetlistValidator} rejects inconsistent netlists
 * and combinational loops. {@code Levelizer} orders the cells. {@code NetlistLowering} lowers cells
 * of any width to a {@code WordGraph} of 64-bit {@code Word}s, which simplifies itself while it is
 * built. {@code BranchGrouping} puts effects that depend on one bit behind one branch. {@code
 * EvaluationRegion} and {@code Schedule} split the graph into methods small enough for the JIT
 * compiler. {@code ChunkWriter} generates one method, {@code PartWriter} one class, and {@code
 * DesignCompiler} loads the result. Generated code calls {@code MemoryAccess}, {@code
 * ScalarArithmetic} and {@code WideArithmetic}; the generated classes extend {@code Part}.
 */
package dev.backplane.rtl.engines.jvm;
