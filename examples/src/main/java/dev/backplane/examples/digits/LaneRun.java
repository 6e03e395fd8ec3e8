package dev.backplane.examples.digits;

/**
 * The time of one digit with a given number of multipliers.
 *
 * @param lanes the number of sums that a layer makes at a time, where it has so many
 * @param multipliers the number of multipliers that these lanes need
 * @param cyclesPerDigit clock cycles for one digit, measured on the card
 */
record LaneRun(int lanes, long multipliers, long cyclesPerDigit) {}
