/**
 * The memory of the software card: banks, what is free in them, and the buffer objects that lie in
 * them.
 *
 * <p>Reading order: {@link dev.backplane.xrt.card.memory.BankedMemory} is the memory of a card;
 * each holder of the card has {@link dev.backplane.xrt.card.memory.HolderMemory}, which makes
 * {@link dev.backplane.xrt.card.memory.CardBuffer}s, handles of {@link
 * dev.backplane.xrt.card.memory.BufferObject}s. {@code RangeAllocator} knows what is free, {@link
 * dev.backplane.xrt.card.memory.Regions} what lies where.
 */
package dev.backplane.xrt.card.memory;
