package dev.backplane.api.capi;

/**
 * A number in the memory of a process that no other process has there, by which its memory is
 * known: a process may end or execute another program, and its own number then names another one.
 *
 * @param address where it lies
 * @param value what it is, in the byte order of the machine
 */
public record Landmark(long address, long value) {}
