package dev.backplane.capi.clib;

import dev.backplane.api.contract.Numbered;
import java.util.Optional;

/**
 * An operation that a client requests. A request is the operation's number, the length of the
 * payload, and the payload. An answer is an error number of Linux or 0, a length, and a payload;
 * with an error number the payload is a text that says why. Numbers are in the byte order of the
 * machine, which both share. Operations are numbered from 1; the library in C includes the numbers.
 */
@Numbered(macros = "requests.def")
public enum Request {
  /**
   * Version and process of the client, and address and value of a number that its memory has alone;
   * the answer has the version and the process of the server.
   */
  HELLO,
  /** The names of cards, AFUs and nodes, a line each. */
  LIST,
  /** An attribute, by its path in the class {@code cxl}. */
  GET,
  /** Sets one: the path, a NUL, and the value. */
  SET,
  /** Opens a node; the connection is a context from now on. */
  OPEN,
  /** Starts the context: a {@code struct cxl_ioctl_start_work}. */
  ATTACH,
  /** Takes an event, if there is one. */
  READ_EVENT,
  /** Makes this connection the bell of a context: a byte is there while an event is. */
  BELL,
  /** Reads a register: offset and width. */
  READ_REGISTER,
  /** Writes a register: offset, width, value. */
  WRITE_REGISTER,
  /**
   * Makes this connection the agent of a context that is not started: a process with the memory of
   * the client, which is asked for atomic operations from now on.
   */
  AGENT,
  /** Waits until the accelerator wakes the thread of a context, on a connection of its own. */
  AWAIT_WAKE,
  /**
   * A part of an attribute that is no text: offset, length, path; the answer begins with its size.
   */
  READ_ATTRIBUTE,
  /** Asks for the folder of the class {@code cxl} whose attributes are files, if there is one. */
  CLASS_FOLDER,
  /**
   * Maps the registers of a context that is started: what a page of the client's, with the secret
   * of the context, is open as there, or -1; the answer has their size, and whether the page is
   * served. Since version 2.
   */
  MAP,
  /**
   * Opens a node as {@link #OPEN} does; the connection is the context's bell too, and has no other
   * question. Since version 3.
   */
  OPEN_CONTEXT,
  /**
   * Says by its secret which context is asked about on this connection from now on, in place of one
   * of its own. It has no answer. Since version 3.
   */
  OF_CONTEXT,
  /**
   * Opens the flash of a card, when no other writer has it; the connection is the writer from now
   * on. Since version 3.
   */
  OPEN_FLASH,
  /** Bytes of the next chunk for a flash. It has no answer. Since version 3. */
  FLASH_BYTES,
  /**
   * A request of the kernel's for a flash: its number, and a {@code struct cxl_adapter_image} about
   * the bytes that came before; the answer has what the kernel returns. Since version 3.
   */
  FLASH;

  /** {@return the operation of a number; empty if there is none} */
  public static Optional<Request> of(int number) {
    return number < 1 || number > values().length
        ? Optional.empty()
        : Optional.of(values()[number - 1]);
  }
}
