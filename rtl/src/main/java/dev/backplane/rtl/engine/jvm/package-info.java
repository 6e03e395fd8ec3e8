/**
 * From netlist to bytecode.
 *
 * <p>The way through: {@link dev.backplane.rtl.netlist.NetlistValidator} refuses what contradicts
 * itself or loops, {@code EvaluationOrder} puts cells behind what they need, {@code Lowering} turns
 * cells of any width into a graph of 64-bit {@code Word}s that simplifies itself while it grows,
 * {@code Decisions} puts what hangs on one bit behind one branch, {@code Phase} and {@code Plan}
 * cut the graph into methods small enough for the JIT compiler, {@code ChunkWriter} writes one of
 * them, and {@code DesignCompiler} loads the result. What generated code calls at run time is in
 * {@code MemoryAccess}, {@code ScalarArithmetic} and {@code WideArithmetic}; the generated classes
 * extend {@code Part}.
 */
package dev.backplane.rtl.engine.jvm;
