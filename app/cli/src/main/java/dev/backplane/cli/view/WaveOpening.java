package dev.backplane.cli.view;

import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.trace.WaveIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A waveform that is open, is being read, or could not be read. It is opened again when somebody
 * asks for that. A file stays open until the command ends. Safe for use by several threads.
 */
final class WaveOpening {
  /** A larger file is read while the page is there already. */
  private static final long LARGE = 64L << 20;

  private final Path file;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable WaveIndex index;
  private volatile @Nullable RtlException failure;
  private volatile long read;
  private volatile long size;
  private volatile boolean reading;

  private WaveOpening(Path file) {
    this.file = file;
  }

  /**
   * Opens a file; returns before a large one was read.
   *
   * @throws RtlException if there is nothing in it that can be shown
   * @throws dev.backplane.api.BackplaneException if it cannot be read
   */
  static WaveOpening of(Path file) {
    WaveOpening opening = new WaveOpening(file);
    try {
      opening.size = Files.size(file);
    } catch (IOException e) {
      throw UnreadableFile.at("view", file, e);
    }
    if (opening.size > LARGE) {
      opening.again();
    } else {
      opening.index = WaveIndex.open(file, (_, _) -> {});
    }
    return opening;
  }

  /** Reads the file again, if it is not being read. What was open before stays until then. */
  void again() {
    lock.lock();
    try {
      if (reading) {
        return;
      }
      reading = true;
      failure = null;
      read = 0;
      Thread.ofPlatform().daemon().name("waveform " + file.getFileName()).start(this::read);
    } finally {
      lock.unlock();
    }
  }

  private void read() {
    WaveIndex before = index;
    try {
      index = WaveIndex.open(file, this::progress);
      if (before != null) {
        before.close();
      }
    } catch (RtlException e) {
      failure = e;
    } finally {
      reading = false;
    }
  }

  private void progress(long bytes, long all) {
    read = bytes;
    size = all;
  }

  Path file() {
    return file;
  }

  boolean isReading() {
    return reading;
  }

  long bytesRead() {
    return read;
  }

  long bytes() {
    return size;
  }

  Optional<RtlException> failure() {
    return Optional.ofNullable(failure);
  }

  Optional<WaveIndex> index() {
    return Optional.ofNullable(index);
  }
}
