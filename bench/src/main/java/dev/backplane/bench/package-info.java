/**
 * Benchmarks, by area: the work of Backplane beside the same work of a peer, both in one run.
 *
 * <p>Not a module and not published: JMH needs the class path. {@link dev.backplane.bench.Bench} is
 * the program behind {@code tools/bench}.
 */
@NullMarked
package dev.backplane.bench;

import org.jspecify.annotations.NullMarked;
