/**
 * Command packets of XRT's embedded runtime (ERT): what a host puts into a command buffer or a slot
 * of the command queue, word by word. Formats, no behaviour.
 *
 * <p>A {@link dev.backplane.xclbin.ert.Packet} is a movable view of words in a {@link
 * java.lang.foreign.MemorySegment}; the types named after commands ({@link
 * dev.backplane.xclbin.ert.StartCu}, {@link dev.backplane.xclbin.ert.Configure}, ...) know which
 * word means what. Reading and writing makes no objects. {@link
 * dev.backplane.xclbin.ert.PacketRules} refuses packets that lie about themselves; whatever else is
 * read has been checked by it before.
 */
package dev.backplane.xclbin.ert;
