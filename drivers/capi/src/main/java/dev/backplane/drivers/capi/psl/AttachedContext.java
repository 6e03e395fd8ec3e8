package dev.backplane.drivers.capi.psl;

import dev.backplane.drivers.capi.memory.KnownMemory;

/**
 * A context that is attached: whose memory its commands reach, and where interrupts and faults go.
 *
 * @param process its process element
 * @param workElementDescriptor the argument for the AFU
 * @param authorityMask the AMR
 * @param pid the process whose memory it is
 * @param known what of it is known here
 * @param interrupts how many interrupts it has, numbered from 1
 * @param listener is told what the AFU did
 */
public record AttachedContext(
    int process,
    long workElementDescriptor,
    long authorityMask,
    long pid,
    KnownMemory known,
    int interrupts,
    ContextListener listener) {}
