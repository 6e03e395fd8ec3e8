library ieee;
use ieee.std_logic_1164.all;

package records_types is
  type beat_t is record
    valid : std_logic;
    data  : std_logic_vector(15 downto 0);
  end record;
  type beats_t is array (natural range <>) of beat_t;
  type keys_t is array (natural range <>) of std_logic_vector(7 downto 0);
  constant KEYS : keys_t(0 to 3) := (x"12", x"34", x"56", x"78");
end package;
