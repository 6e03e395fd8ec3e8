package dev.backplane.rtl.engines.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names and times at the start of a waveform file, and the file with its changes.
 *
 * @param file the open file, or null if there are no changes
 * @param names the names
 * @param exponent the power of ten that makes seconds of a unit of time
 * @param notes the comments
 * @param problems sentences about what is missing
 */
record WaveContent(
    @Nullable FstFile file,
    WaveHierarchy names,
    int exponent,
    List<String> notes,
    List<String> problems) {}
